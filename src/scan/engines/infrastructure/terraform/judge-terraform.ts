import type { EngineFinding } from '../../../finding.ts';
import type { CoverageNote } from '../../engine.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { type TerraformFile, terraformResources } from './terraform-project.ts';

/** Judges all Terraform files of a repository together. */
export function judgeTerraform(
  files: readonly TerraformFile[],
  library: RuleLibrary,
): { findings: EngineFinding[]; notes: CoverageNote[] } {
  const { resources, exhausted } = terraformResources(files);
  const findings = new Map<string, EngineFinding>();
  for (const resource of resources) {
    for (const finding of judgeResource(resource, library.pack(packOf(resource.type)))) {
      // A module used twice is still one place to repair.
      const key = `${finding.ruleId}\0${finding.file}\0${finding.startLine}`;
      if (!findings.has(key)) findings.set(key, finding);
    }
  }
  const notes: CoverageNote[] = exhausted
    ? [
        {
          path: files[0]!.path,
          reason: 'budget_exceeded',
          message: 'The Terraform modules need more steps than the scanner spends.',
        },
      ]
    : [];
  return { findings: [...findings.values()], notes };
}

function packOf(type: string): string {
  const plain = type.replace(/^(data|provider)\./, '');
  if (/^aws(cc)?(_|$)/.test(plain)) return 'terraform-aws';
  if (/^(azurerm|azuread|azapi|azurestack)(_|$)/.test(plain)) return 'terraform-azure';
  if (/^google(_|$)/.test(plain)) return 'terraform-gcp';
  return 'terraform-other';
}
