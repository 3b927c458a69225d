import { type ConfigNode, scalar } from '../document/node.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** The anchor and the tag that are before a node. */
export interface NodeProperties {
  anchor?: string;
  tag?: string;
  nodesBefore: number;
}

const nameEnd = /[\s,[\]{}]/;

export function readProperties(cursor: YamlCursor, inFlow: boolean): NodeProperties {
  const properties: NodeProperties = { nodesBefore: cursor.nodes };
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.pos);
    if (code === 38) {
      cursor.pos++;
      properties.anchor = readName(cursor);
    } else if (code === 33) {
      const tag = readTag(cursor);
      if (!tag.startsWith('!!')) properties.tag = tag;
    } else return properties;
    if (inFlow) cursor.skipBlank();
    else cursor.skipSpaces();
  }
}

function readTag(cursor: YamlCursor): string {
  const from = cursor.pos;
  if (cursor.text[from + 1] === '<') {
    const end = cursor.text.indexOf('>', from);
    if (end === -1) cursor.fail('A tag is not closed.');
    cursor.pos = end + 1;
    return cursor.text.slice(from, end + 1);
  }
  cursor.pos++;
  readName(cursor);
  return cursor.text.slice(from, cursor.pos);
}

export function readAlias(cursor: YamlCursor): ConfigNode {
  const line = cursor.line;
  cursor.pos++;
  const name = readName(cursor);
  const anchor = cursor.anchors.get(name);
  // An anchor is known once its node is complete, so that a node can never contain itself.
  if (!anchor) cursor.fail(`The alias "${name.slice(0, 40)}" has no anchor before it.`);
  cursor.count(anchor.weight);
  return anchor.node.kind === 'scalar' ? { ...scalar(anchor.node.value, line) } : anchor.node;
}

/** Attaches tag and anchor; every node passes here once, which is where it is counted. */
export function finishNode(cursor: YamlCursor, node: ConfigNode, properties: NodeProperties): ConfigNode {
  cursor.count();
  const finished = properties.tag ? { ...node, tag: properties.tag } : node;
  if (properties.anchor) {
    cursor.anchors.set(properties.anchor, { node: finished, weight: cursor.nodes - properties.nodesBefore });
  }
  return finished;
}

function readName(cursor: YamlCursor): string {
  const from = cursor.pos;
  while (!cursor.atEnd && !nameEnd.test(cursor.text[cursor.pos]!)) cursor.pos++;
  return cursor.text.slice(from, cursor.pos);
}
