import { parseHcl } from '../../../formats/hcl/parse-hcl.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { notesOf } from '../coverage-notes.ts';
import type { AnalyseFile } from '../facts.ts';
import { readTerraformJson } from './read-terraform-json.ts';

/** Variables, locals and modules are in other files: blocks are checked when all of them are known. */
export const analyseTerraform: AnalyseFile = ({ path, text }) => {
  if (path.endsWith('.tf.json')) {
    const { documents, problems } = parseYaml(text);
    const body = readTerraformJson(documents[0]);
    return { findings: [], facts: { kind: 'terraform', body }, notes: notesOf(path, problems) };
  }
  const { body, problem } = parseHcl(text);
  return {
    findings: [],
    facts: { kind: 'terraform', body },
    ...(problem && { notes: notesOf(path, [problem]) }),
  };
};
