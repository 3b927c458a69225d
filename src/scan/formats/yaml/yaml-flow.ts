import { type ConfigNode, type MappingEntry, scalar } from '../document/node.ts';
import type { YamlCursor } from './yaml-cursor.ts';
import { finishNode, readAlias, readProperties } from './yaml-properties.ts';
import { plainScalar, readPlainLine, readQuoted } from './yaml-scalars.ts';

/** Reads `[…]`, `{…}` or a scalar inside them. JSON is this and nothing else. */
export function readFlow(cursor: YamlCursor): ConfigNode {
  const properties = readProperties(cursor, true);
  const code = cursor.text.charCodeAt(cursor.pos);
  let node: ConfigNode;
  if (code === 123) node = readFlowMapping(cursor);
  else if (code === 91) node = readFlowSequence(cursor);
  else if (code === 34 || code === 39) node = readQuoted(cursor);
  else if (code === 42) node = readAlias(cursor);
  else node = readFlowPlain(cursor);
  return finishNode(cursor, node, properties);
}

function readFlowMapping(cursor: YamlCursor): ConfigNode {
  const line = cursor.line;
  const entries: MappingEntry[] = [];
  cursor.enter();
  cursor.pos++;
  for (;;) {
    cursor.skipBlank();
    const code = cursor.text.charCodeAt(cursor.pos);
    if (code === 125) break;
    if (code === 44) {
      cursor.pos++;
      continue;
    }
    if (Number.isNaN(code)) cursor.fail('A mapping in braces is not closed.');
    const keyLine = cursor.line;
    if (code === 63 && cursor.text.charCodeAt(cursor.pos + 1) === 32) cursor.pos += 2;
    const key = readFlow(cursor);
    cursor.skipBlank();
    let value: ConfigNode = scalar(null, keyLine);
    if (cursor.text.charCodeAt(cursor.pos) === 58) {
      cursor.pos++;
      cursor.skipBlank();
      const next = cursor.text.charCodeAt(cursor.pos);
      if (next !== 44 && next !== 125) value = readFlow(cursor);
    }
    cursor.count();
    entries.push({ key: keyText(key), line: keyLine, value });
    endItem(cursor, 125);
  }
  cursor.pos++;
  cursor.leave();
  return { kind: 'mapping', entries, line, endLine: cursor.line };
}

function readFlowSequence(cursor: YamlCursor): ConfigNode {
  const line = cursor.line;
  const items: ConfigNode[] = [];
  cursor.enter();
  cursor.pos++;
  for (;;) {
    cursor.skipBlank();
    const code = cursor.text.charCodeAt(cursor.pos);
    if (code === 93) break;
    if (code === 44) {
      cursor.pos++;
      continue;
    }
    if (Number.isNaN(code)) cursor.fail('A list in brackets is not closed.');
    const itemLine = cursor.line;
    let item = readFlow(cursor);
    cursor.skipBlank();
    // `[a: b]` is a list of one-entry mappings.
    if (cursor.text.charCodeAt(cursor.pos) === 58) {
      cursor.pos++;
      cursor.skipBlank();
      const value = readFlow(cursor);
      item = {
        kind: 'mapping',
        entries: [{ key: keyText(item), line: itemLine, value }],
        line: itemLine,
        endLine: cursor.line,
      };
    }
    cursor.count();
    items.push(item);
    endItem(cursor, 93);
  }
  cursor.pos++;
  cursor.leave();
  return { kind: 'sequence', items, line, endLine: cursor.line };
}

function endItem(cursor: YamlCursor, close: number): void {
  cursor.skipBlank();
  const code = cursor.text.charCodeAt(cursor.pos);
  if (code === 44) cursor.pos++;
  else if (code !== close) cursor.fail('A comma or a closing bracket is missing.');
}

function readFlowPlain(cursor: YamlCursor): ConfigNode {
  const line = cursor.line;
  let plain = readPlainLine(cursor, true);
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.pos);
    if (code !== 10 && code !== 13) break;
    cursor.skipBlank();
    const next = cursor.text.charCodeAt(cursor.pos);
    if (next === 44 || next === 93 || next === 125 || next === 58 || Number.isNaN(next)) break;
    if (next === 91 || next === 123 || next === 34) cursor.fail('A comma is missing in a list or mapping.');
    plain += ` ${readPlainLine(cursor, true)}`;
  }
  if (plain === '' && cursor.text.charCodeAt(cursor.pos) !== 58) cursor.fail('A value is missing.');
  return { kind: 'scalar', value: plainScalar(cursor, plain), line, endLine: cursor.line };
}

export function keyText(node: ConfigNode): string {
  if (node.kind === 'scalar') return node.value === null ? '' : String(node.value);
  return '';
}
