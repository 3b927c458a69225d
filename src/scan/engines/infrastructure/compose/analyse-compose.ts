import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import type { FileAnalysis } from '../../engine.ts';
import { notesOf } from '../coverage-notes.ts';
import type { InfrastructureFacts } from '../facts.ts';
import { judgeResources, limitNotes } from '../rules/judge-resources.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { composeResources } from './compose-resources.ts';
import { judgeService } from './judge-service.ts';

export function analyseCompose(
  file: { path: string; text: string },
  library: RuleLibrary,
): FileAnalysis<InfrastructureFacts> {
  const { documents, problems } = parseYaml(file.text);
  const pack = library.pack('compose');
  const findings = withoutRepeats(
    judgeResources(
      documents.flatMap((document) => composeResources(document, file.path)),
      (resource) => judgeService(resource, pack),
    ),
  );
  return { findings, notes: [...notesOf(file.path, problems), ...limitNotes(file.path, findings.length)] };
}

/** What several services share through an anchor is written once, and reported once. */
function withoutRepeats(findings: EngineFinding[]): EngineFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ ruleId, startLine }) => {
    const key = `${ruleId} ${startLine}`;
    return !seen.has(key) && seen.add(key);
  });
}
