import { plainValue } from '../document/node.ts';
import { parseYaml } from './parse-yaml.ts';
import { defaultYamlLimits, YamlError, type YamlLimits } from './yaml-cursor.ts';

/** One document as plain values, for rules and configuration, where anything wrong is an error that names its line. A text without a document is null. */
export function readYaml(text: string, limits: YamlLimits = defaultYamlLimits): unknown {
  const { documents, problems } = parseYaml(text, { ...limits, maxDocuments: 2 });
  const [problem] = problems;
  if (problem) throw new YamlError(problem.line, `${problem.message} (line ${problem.line})`);
  if (documents.length > 1) throw new YamlError(documents[1]!.line, 'There is more than one document.');
  return documents.length === 0 ? null : plainValue(documents[0]);
}
