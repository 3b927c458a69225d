import { parse, type TomlTable, type TomlValue } from 'smol-toml';
import { DataNode, type DataValue } from './data-node.ts';
import { MalformedFile } from './malformed-file.ts';

const maxDepth = 128;

/** Reads TOML. Lines are those of table headers and of plain keys; what is deeper has the line of what surrounds it. */
export function parseToml(text: string): DataNode {
  // The reader and the conversion recurse into dotted keys; its own limit counts only brackets.
  for (const line of text.split('\n')) {
    const key = line.slice(0, Math.max(0, line.indexOf('=')) || 10_000);
    if (key.length > maxDepth && key.split('.').length > maxDepth) {
      throw new MalformedFile(`Not readable TOML: a key of more than ${maxDepth} parts.`);
    }
  }
  let table: TomlTable;
  try {
    table = parse(text, { maxDepth });
  } catch (error) {
    const line = (error as { line?: unknown }).line;
    throw new MalformedFile(`Not valid TOML${typeof line === 'number' ? ` (line ${line})` : ''}.`);
  }
  return convert(table, '', 1, indexLines(text));
}

function convert(value: TomlValue, path: string, line: number, lines: Map<string, number>): DataNode {
  const own = lines.get(path) ?? line;
  return new DataNode(own, convertValue(value, path, own, lines));
}

function convertValue(value: TomlValue, path: string, line: number, lines: Map<string, number>): DataValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value))
    return value.map((item, index) => convert(item, `${path}\n${index}`, line, lines));
  if (typeof value !== 'object') return String(value);
  // As it is written: as a text a date would depend on where the scanner runs.
  if (value instanceof Date) return value.toISOString();
  const map = new Map<string, DataNode>();
  for (const key of Object.keys(value)) {
    map.set(key, convert((value as TomlTable)[key]!, `${path}\n${key}`, line, lines));
  }
  return map;
}

const headerPattern = /^\s*(\[\[?)\s*([^\]#]+?)\s*\]\]?\s*(?:#.*)?$/;
const keyPattern = /^\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=/;

// The TOML reader gives no positions. One pass over the lines finds those of headers and plain keys; a key-like line inside
// a multi-line text can only add a path that no value has, or lend its line to one.
function indexLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const counts = new Map<string, number>();
  let prefix = '';
  let number = 0;
  for (const line of text.split('\n')) {
    number++;
    const header = headerPattern.exec(line);
    if (header) {
      prefix = headerPath(header[2]!, header[1] === '[[', counts);
      if (!lines.has(prefix)) lines.set(prefix, number);
      continue;
    }
    const key = keyPattern.exec(line);
    if (!key) continue;
    const path = `${prefix}\n${splitKey(key[1]!).join('\n')}`;
    if (!lines.has(path)) lines.set(path, number);
  }
  return lines;
}

function headerPath(header: string, isArray: boolean, counts: Map<string, number>): string {
  const keys = splitKey(header);
  let path = '';
  keys.forEach((key, index) => {
    path += `\n${key}`;
    const last = index === keys.length - 1;
    if (last && isArray) counts.set(path, (counts.get(path) ?? -1) + 1);
    const count = counts.get(path);
    if (count !== undefined && (isArray || !last)) path += `\n${count}`;
  });
  return path;
}

function splitKey(key: string): string[] {
  const parts = key.match(/"[^"]*"|'[^']*'|[\w-]+/g) ?? [];
  return parts.map((part) => (/^["']/.test(part) ? part.slice(1, -1) : part));
}
