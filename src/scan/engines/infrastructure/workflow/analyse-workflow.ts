import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { notesOf } from '../coverage-notes.ts';
import type { AnalyseFile } from '../facts.ts';
import { fileKind } from '../file-kind.ts';
import type { Comment } from './workflow-model.ts';

/** Workflows and composite actions call one another: both are checked when all of them are known. */
export const analyseWorkflow: AnalyseFile = ({ path, text }) => {
  const { documents, problems } = parseYaml(text);
  const [document] = documents;
  const notes = notesOf(path, problems);
  if (!document) return { findings: [], notes };
  const action = fileKind(path) === 'action';
  return { findings: [], facts: { kind: 'workflow', document, action, comments: commentsOf(text) }, notes };
};

const maxComments = 5000;

/** The comments of a file by line. A `#` inside of a script is none, but nobody asks for those lines. */
function commentsOf(source: string): Array<[line: number, comment: Comment]> {
  const comments: Array<[number, Comment]> = [];
  for (const [index, line] of source.split('\n').entries()) {
    const at = line.search(/(^|\s)#/);
    if (at === -1) continue;
    const text = line
      .slice(line.indexOf('#', at) + 1)
      .trim()
      .slice(0, 200);
    comments.push([index + 1, { text, whole: line.slice(0, at).trim() === '' }]);
    if (comments.length >= maxComments) break;
  }
  return comments;
}
