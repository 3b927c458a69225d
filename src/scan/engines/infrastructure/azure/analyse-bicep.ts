import type { FileAnalysis } from '../../engine.ts';
import type { InfrastructureFacts } from '../facts.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { bicepResources } from './bicep-resources.ts';
import { judgeAzure } from './judge-azure.ts';

/** Bicep is ARM in other words: its resources are read into the same documents and judged by the same rules. */
export function analyseBicep(
  file: { path: string; text: string },
  library: RuleLibrary,
): FileAnalysis<InfrastructureFacts> {
  return { findings: judgeAzure(bicepResources(file.text, file.path), library) };
}
