import { DataNode, type DataValue } from '../data-node.ts';
import type { ConfigNode } from '../document/node.ts';
import { MalformedFile } from '../malformed-file.ts';
import { DuplicateKeys, type ReadingProblems } from '../reading-problems.ts';
import { parseYaml } from './parse-yaml.ts';
import { defaultYamlLimits } from './yaml-cursor.ts';

/** The first document of a lockfile or inventory, with every scalar as it was written. Where a key is there twice the last one counts, and it is reported. */
export function parseYamlData(text: string, problems: ReadingProblems): DataNode {
  return parseYamlDocuments(text, problems)[0]!;
}

/** All documents of a file; a text without any is one that is empty. */
export function parseYamlDocuments(text: string, problems: ReadingProblems): DataNode[] {
  const stream = parseYaml(text, { ...defaultYamlLimits, maxDocuments }, 'written');
  for (const { reason, line, message } of stream.problems)
    if (reason === 'budget_exceeded') throw new MalformedFile(message, reason);
    else if (reason === 'malformed') throw new MalformedFile(`Not valid YAML (line ${line}).`);
  const conversion = new Conversion();
  const documents = stream.documents.map((document) => conversion.node(document, document.line));
  conversion.duplicates.reportTo(problems);
  return documents.length > 0 ? documents : [new DataNode(1, null)];
}

const maxDocuments = 100;

class Conversion {
  readonly duplicates = new DuplicateKeys();
  /** What several aliases share stays shared, or a bomb of them would be written out here. */
  readonly #known = new Map<ConfigNode, DataValue>();

  node(node: ConfigNode, line: number): DataNode {
    return new DataNode(line, this.#value(node));
  }

  #value(node: ConfigNode): DataValue {
    if (node.kind === 'scalar') return node.value;
    if (node.kind === 'unknown') return null;
    let value = this.#known.get(node);
    if (value === undefined) {
      value =
        node.kind === 'sequence' ? node.items.map((item) => this.node(item, item.line)) : this.#map(node);
      this.#known.set(node, value);
    }
    return value;
  }

  #map(node: ConfigNode & { kind: 'mapping' }): Map<string, DataNode> {
    const map = new Map<string, DataNode>();
    for (const { key, line, value } of node.entries) {
      const earlier = map.get(key);
      if (earlier) this.duplicates.add(key, earlier.line, line);
      map.set(key, this.node(value, line));
    }
    return map;
  }
}
