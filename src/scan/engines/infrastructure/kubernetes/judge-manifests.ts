import type { ConfigNode } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import type { CoverageNote } from '../../../model/coverage.ts';
import { atMost, type EngineFinding } from '../../../model/finding.ts';
import type { RulePack } from '../rules/infrastructure-rule.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { judgeKubernetes } from './judge-kubernetes.ts';
import { isKubernetesObject, objectsOf } from './kubernetes-resources.ts';
import { applyKustomizations, type Kustomized } from './kustomize.ts';
import type { ManifestFile } from './manifest-file.ts';
import { renderHelmTemplate } from './render-helm-template.ts';

/** Judges manifests of the whole repository: plain ones, those that Kustomize changes, and the templates of Helm charts. */
export function judgeManifests(
  files: readonly ManifestFile[],
  kustomizations: ReadonlyArray<{ path: string; document: ConfigNode }>,
  values: ReadonlyArray<{ path: string; document: ConfigNode }>,
  library: RuleLibrary,
): Judged {
  const { attempt } = library;
  const pack = library.pack('kubernetes');
  // Where a patch cannot be applied, the objects are checked as they are written.
  const { changed, applied, unapplied } =
    attempt({ path: '…' }, () => applyKustomizations(files, kustomizations)) ?? unchanged;
  const judged = files.flatMap((file) => {
    const { path, template } = file;
    const judgeOne = (): Judged => {
      if (template !== undefined) return judgeTemplate(path, template, chartValues(path, values), pack);
      if (applied.has(path)) return { findings: [], notes: [] };
      if (unapplied.has(path)) {
        // A patch of an object elsewhere is a part of one: what it does not mention is not missing, what it says counts.
        const findings = file.objects.flatMap((object) => judgeKubernetes(object, path, pack, true));
        return { findings: dedupe(findings), notes: [] };
      }
      const replaced = changed.get(path);
      if (!replaced) return { findings: file.findings, notes: [] };
      return {
        findings: dedupe(replaced.flatMap((object) => judgeKubernetes(object, path, pack))),
        notes: [],
      };
    };
    return attempt({ path }, judgeOne) ?? [];
  });
  return {
    findings: judged.flatMap(({ findings }) => findings),
    notes: judged.flatMap(({ notes }) => notes),
  };
}

interface Judged {
  findings: EngineFinding[];
  notes: CoverageNote[];
}

const unchanged: Kustomized = { changed: new Map(), applied: new Set(), unapplied: new Set() };

function judgeTemplate(
  path: string,
  template: string,
  values: ConfigNode | undefined,
  pack: RulePack,
): Judged {
  const { documents, problems } = parseYaml(renderHelmTemplate(template, values));
  const real = problems.find((problem) => problem.reason !== 'duplicate_key');
  const message = `The template could not be read as YAML (line ${real?.line}).`;
  const objects = documents.filter(isKubernetesObject).flatMap(objectsOf);
  return {
    findings: objects.flatMap((object) => lowered(judgeKubernetes(object, path, pack))),
    notes: real ? [{ path, reason: 'template', message }] : [],
  };
}

// A rendered template is a guess at what a user of the chart gets, and whoever installs it decides: told, but not as loud as what is written down.
function lowered(findings: EngineFinding[]): EngineFinding[] {
  return findings.map((finding) => ({
    ...finding,
    severity: atMost(finding.severity, 'medium'),
    confidence: finding.confidence === 'high' ? 'medium' : 'low',
  }));
}

function chartValues(
  path: string,
  values: ReadonlyArray<{ path: string; document: ConfigNode }>,
): ConfigNode | undefined {
  const chart =
    path.slice(0, path.lastIndexOf('/templates/') + 1) || (path.startsWith('templates/') ? '' : path);
  return values.find((file) => file.path === `${chart}values.yaml` || file.path === `${chart}values.yml`)
    ?.document;
}

function dedupe(findings: EngineFinding[]): EngineFinding[] {
  const seen = new Map<string, EngineFinding>();
  for (const finding of findings)
    seen.set(`${finding.ruleId}\0${finding.startLine}\0${finding.identity.scope}`, finding);
  return [...seen.values()];
}
