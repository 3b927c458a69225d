import type { CoverageNote } from '../../../model/coverage.ts';
import { atMost, type EngineFinding } from '../../../model/finding.ts';
import { judgeKubernetes } from '../kubernetes/judge-kubernetes.ts';
import { placeOf } from '../rated-by-place.ts';
import type { Resource } from '../resource.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { isKubernetesProvider, kubernetesObject } from './kubernetes-provider.ts';
import { type TerraformFile, terraformResources } from './terraform-project.ts';

/** A report of more findings than this in one file helps nobody. */
const maxFindingsOfFile = 2000;

/** Judges all Terraform files of a repository together. */
export function judgeTerraform(
  files: readonly TerraformFile[],
  library: RuleLibrary,
): { findings: EngineFinding[]; notes: CoverageNote[] } {
  const { resources, exhausted } = terraformResources(files, library.attempt);
  const findings = new Map<string, EngineFinding>();
  const counts = new Map<string, number>();
  for (const resource of resources) {
    const count = counts.get(resource.file) ?? 0;
    if (count > maxFindingsOfFile) continue;
    const before = findings.size;
    for (const finding of library.attempt({ path: resource.file }, () => judge(resource, library)) ?? []) {
      // A module used twice is still one place to repair.
      const key = keyOf(finding);
      if (!findings.has(key)) findings.set(key, fromHead(finding, resource));
    }
    counts.set(resource.file, count + findings.size - before);
  }
  const notes: CoverageNote[] = [];
  if (exhausted) {
    const message = 'The Terraform modules need more steps than the scanner spends.';
    notes.push({ path: files[0]!.path, reason: 'budget_exceeded', message });
  }
  for (const [path, count] of counts) {
    const message = `Only the first ${maxFindingsOfFile} findings are listed.`;
    if (count > maxFindingsOfFile) notes.push({ path, reason: 'budget_exceeded', message });
  }
  return { findings: withoutOptions([...findings], files, library), notes };
}

/**
 * What a module does only by a default of its own, or for a caller that is a test or an example, is an option: whoever calls the module decides, so it is not loud.
 */
function withoutOptions(
  found: ReadonlyArray<[string, EngineFinding]>,
  files: readonly TerraformFile[],
  library: RuleLibrary,
): EngineFinding[] {
  if (!found.some(([, finding]) => isLoud(finding) && placeOf(finding.file) === undefined))
    return found.map(([, finding]) => finding);
  const certain = certainKeys(
    files.filter(({ path }) => placeOf(path) === undefined),
    library,
  );
  return found.map(([key, finding]) =>
    certain.has(key) || !isLoud(finding)
      ? finding
      : {
          ...finding,
          severity: 'medium',
          description: `${finding.description} Whoever calls the module can choose otherwise, so it is rated medium.`,
        },
  );
}

function certainKeys(files: readonly TerraformFile[], library: RuleLibrary): Set<string> {
  const keys = new Set<string>();
  for (const resource of terraformResources(files, library.attempt, 'open').resources)
    for (const finding of library.attempt({ path: resource.file }, () => judge(resource, library)) ?? [])
      if (isLoud(finding)) keys.add(keyOf(finding));
  return keys;
}

function isLoud({ severity }: EngineFinding): boolean {
  return atMost(severity, 'medium') !== severity;
}

function keyOf({ ruleId, file, startLine }: EngineFinding): string {
  return `${ruleId}\0${file}\0${startLine}`;
}

/** An attribute says little without its block: the place reaches from the head of the block to the line that is wrong, which is the one to look at. */
function fromHead(finding: EngineFinding, { line }: Resource): EngineFinding {
  return finding.startLine > line ? { ...finding, startLine: line, line: finding.startLine } : finding;
}

function judge(resource: Resource, library: RuleLibrary): EngineFinding[] {
  if (isKubernetesProvider(resource)) {
    const object = kubernetesObject(resource);
    if (object) return judgeKubernetes(object, resource.file, library.pack('kubernetes'));
  }
  return judgeResource(resource, library.pack(packOf(resource.type)));
}

function packOf(type: string): string {
  const plain = type.replace(/^(data|provider)\./, '');
  if (/^aws(cc)?(_|$)/.test(plain)) return 'terraform-aws';
  if (/^(azurerm|azuread|azapi|azurestack)(_|$)/.test(plain)) return 'terraform-azure';
  if (/^google(_|$)/.test(plain)) return 'terraform-gcp';
  if (/^(alicloud|oci|yandex|tencentcloud|ncloud|panos)_/.test(type)) return 'terraform-clouds';
  return 'terraform-other';
}
