import type { FileAnalysis } from '../../engine.ts';
import { notesOf } from '../coverage-notes.ts';
import type { InfrastructureFacts } from '../facts.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { composeResources } from './compose-resources.ts';

export function analyseCompose(
  file: { path: string; text: string },
  library: RuleLibrary,
): FileAnalysis<InfrastructureFacts> {
  const { documents, problems } = parseYaml(file.text);
  const pack = library.pack('compose');
  return {
    findings: documents
      .flatMap((document) => composeResources(document, file.path))
      .flatMap((resource) => judgeResource(resource, pack)),
    notes: notesOf(file.path, problems),
  };
}
