import { notesOf } from '../coverage-notes.ts';
import type { AnalyseFile } from '../facts.ts';
import { parseHcl } from '../hcl/parse-hcl.ts';

/** Variables, locals and modules stand in other files: blocks are judged when all of them are known. */
export const analyseTerraform: AnalyseFile = ({ path, text }) => {
  const { body, problem } = parseHcl(text);
  return {
    findings: [],
    facts: { kind: 'terraform', body },
    ...(problem && { notes: notesOf(path, [problem]) }),
  };
};
