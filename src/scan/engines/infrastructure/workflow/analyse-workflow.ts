import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { notesOf } from '../coverage-notes.ts';
import type { AnalyseFile } from '../facts.ts';
import { fileKind } from '../file-kind.ts';

/** Workflows and composite actions call one another: both are judged when all of them are known. */
export const analyseWorkflow: AnalyseFile = ({ path, text }) => {
  const { documents, problems } = parseYaml(text);
  const [document] = documents;
  const notes = notesOf(path, problems);
  if (!document) return { findings: [], notes };
  const action = fileKind(path) === 'action';
  return { findings: [], facts: { kind: 'workflow', document, action }, notes };
};
