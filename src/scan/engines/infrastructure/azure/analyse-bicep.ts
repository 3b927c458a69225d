import type { FileAnalysis } from '../../engine.ts';
import type { InfrastructureFacts } from '../facts.ts';
import { limitNotes } from '../rules/judge-resources.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { bicepResources } from './bicep-resources.ts';
import { judgeAzure } from './judge-azure.ts';

/** Bicep is ARM in other words: its resources are read into the same documents and checked by the same rules. */
export function analyseBicep(
  file: { path: string; text: string },
  library: RuleLibrary,
): FileAnalysis<InfrastructureFacts> {
  const findings = judgeAzure(bicepResources(file.text, file.path), library);
  return { findings, notes: limitNotes(file.path, findings.length) };
}
