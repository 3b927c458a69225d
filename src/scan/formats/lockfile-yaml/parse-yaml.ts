import { DataNode, type DataValue } from '../data-node.ts';
import { MalformedFile } from '../malformed-file.ts';
import { DuplicateKeys, type ReadingProblems } from '../reading-problems.ts';
import { readFlow, splitKey, stripComment } from './yaml-flow.ts';

interface Line {
  number: number;
  indent: number;
  text: string;
}

const maxDepth = 100;
const maxDocuments = 100;

/**
 * Reads the YAML that lockfiles are written in: block and flow collections, quoted, plain and block texts, anchors. Every scalar stays
 * the text that was written, so that `1.10` is not 1.1. A general YAML reader took 24 s for 300 kB of anchors, and a
 * second for each megabyte of an honest lockfile; this one takes time in proportion to the text. Where a key stands twice in a
 * block the last one counts, and it is said.
 */
export function parseYaml(text: string, problems: ReadingProblems): DataNode {
  return parseDocument(linesOf(text), 0, problems).root;
}

/** All documents of a file; a text without any is one that is empty. */
export function parseYamlDocuments(text: string, problems: ReadingProblems): DataNode[] {
  const raw = linesOf(text);
  const documents: DataNode[] = [];
  for (let from = 0; from < raw.length; ) {
    if (documents.length === maxDocuments)
      throw new MalformedFile(`More than ${maxDocuments} documents in one file.`, 'budget_exceeded');
    const { root, end } = parseDocument(raw, from, problems);
    if (root.value !== null || documents.length === 0) documents.push(root);
    from = end;
  }
  return documents;
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/);
}

function parseDocument(
  raw: string[],
  from: number,
  problems: ReadingProblems,
): { root: DataNode; end: number } {
  const parser = new YamlParser(raw, from);
  const root = parser.document();
  parser.duplicates.reportTo(problems);
  return { root, end: parser.end };
}

class YamlParser {
  readonly #raw: string[];
  readonly #lines: Line[] = [];
  readonly #anchors = new Map<string, DataNode>();
  readonly duplicates = new DuplicateKeys();
  /** The line of the mark that ends the document. */
  readonly end: number;
  #at = 0;

  constructor(lines: string[], from: number) {
    this.#raw = lines;
    let started = false;
    let index = from;
    for (; index < lines.length; index++) {
      const raw = lines[index]!;
      const trimmed = raw.trim();
      if (trimmed === '' || trimmed.startsWith('#') || raw.startsWith('%')) continue;
      if (/^(---|\.\.\.)(\s|$)/.test(raw)) {
        if (started) break;
        continue;
      }
      started = true;
      const indent = raw.length - raw.trimStart().length;
      if (raw.slice(0, indent).includes('\t')) throw malformed(index + 1);
      this.#lines.push({ number: index + 1, indent, text: trimmed });
    }
    this.end = index;
  }

  document(): DataNode {
    const first = this.#lines[0];
    if (!first) return new DataNode(1, null);
    const node = this.#block(first.indent, 0);
    const rest = this.#lines[this.#at];
    if (rest) throw malformed(rest.number);
    return node;
  }

  #block(indent: number, depth: number): DataNode {
    const line = this.#lines[this.#at]!;
    if (depth > maxDepth) throw malformed(line.number);
    if (isItem(line.text)) return new DataNode(line.number, this.#sequence(indent, depth));
    if (line.text.startsWith('? ') || splitKey(line.text)) {
      return new DataNode(line.number, this.#mapping(indent, depth));
    }
    this.#at++;
    return this.#inline(line.text, line, indent - 1, depth);
  }

  #mapping(indent: number, depth: number): Map<string, DataNode> {
    const map = new Map<string, DataNode>();
    for (let line = this.#lines[this.#at]; line && line.indent === indent; line = this.#lines[this.#at]) {
      if (isItem(line.text)) break;
      if (line.text.startsWith('? ')) this.#explicitEntry(map, line, indent, depth);
      else {
        const pair = splitKey(line.text);
        if (!pair) throw malformed(line.number);
        this.#at++;
        this.#set(map, pair.key, this.#inline(pair.rest, line, indent, depth));
      }
    }
    const next = this.#lines[this.#at];
    if (next && next.indent > indent) throw malformed(next.number);
    return map;
  }

  /** `? a very long key` with `: value` on the line after. */
  #explicitEntry(map: Map<string, DataNode>, line: Line, indent: number, depth: number): void {
    const key = scalarText(line.text.slice(2).trim(), line.number);
    this.#at++;
    const value = this.#lines[this.#at];
    if (!value || value.indent !== indent || !/^:(\s|$)/.test(value.text)) {
      this.#set(map, key, new DataNode(line.number, null));
      return;
    }
    this.#set(map, key, this.#nested(value, value.text.slice(1), depth));
  }

  #set(map: Map<string, DataNode>, key: string, value: DataNode): void {
    const earlier = map.get(key);
    if (earlier) this.duplicates.add(key, earlier.line, value.line);
    map.set(key, value);
  }

  #sequence(indent: number, depth: number): DataNode[] {
    const items: DataNode[] = [];
    for (let line = this.#lines[this.#at]; line && line.indent === indent; line = this.#lines[this.#at]) {
      if (!isItem(line.text)) break;
      items.push(this.#nested(line, line.text.slice(1), depth));
    }
    return items;
  }

  /** What follows `-` or `:` on its line may itself be the first line of a block, indented by where it stands. */
  #nested(line: Line, after: string, depth: number): DataNode {
    const rest = after.trimStart();
    if (rest === '' || /^[|>&*!]/.test(rest) || (!isItem(rest) && !splitKey(rest))) {
      this.#at++;
      return this.#inline(rest, line, line.indent, depth);
    }
    const indent = line.indent + (line.text.length - rest.length);
    this.#lines[this.#at] = { number: line.number, indent, text: rest };
    return this.#block(indent, depth + 1);
  }

  /** The value that begins on a key's own line, or on the lines after it when nothing stands there. */
  #inline(source: string, line: Line, indent: number, depth: number): DataNode {
    let text = stripComment(source.trim());
    const anchor = /^&(\S+)\s*/.exec(text);
    if (anchor) text = text.slice(anchor[0].length);
    text = text.replace(/^![^\s]*\s*/, '');
    const node = new DataNode(line.number, this.#inlineValue(text, line, indent, depth));
    if (anchor) this.#anchors.set(anchor[1]!, node);
    return node;
  }

  #inlineValue(text: string, line: Line, indent: number, depth: number): DataValue {
    if (text === '') {
      const next = this.#lines[this.#at];
      if (next && next.indent > indent) return this.#block(next.indent, depth + 1).value;
      if (next && next.indent === indent && isItem(next.text)) return this.#sequence(indent, depth + 1);
      return null;
    }
    if (/^[|>][+\-\d]*$/.test(text)) return this.#blockText(line, indent);
    if (text.startsWith('*')) return this.#anchors.get(text.slice(1))?.value ?? null;
    const whole = this.#continued(text, line, indent);
    if (/^[[{]/.test(whole)) return readFlow(whole, line.number).value;
    return scalarText(whole, line.number);
  }

  #blockText(line: Line, indent: number): string {
    const parts: string[] = [];
    for (let at = line.number; at < this.#raw.length; at++) {
      const raw = this.#raw[at]!;
      if (raw.trim() !== '' && raw.length - raw.trimStart().length <= indent) break;
      parts.push(raw.trim());
    }
    while (this.#at < this.#lines.length && this.#lines[this.#at]!.indent > indent) this.#at++;
    return parts.join('\n').trim();
  }

  /** Plain, quoted and flow values may go on, more deeply indented, on the next lines. */
  #continued(text: string, line: Line, indent: number): string {
    const parts = [text];
    for (let next = this.#lines[this.#at]; next && next.indent > indent; next = this.#lines[this.#at]) {
      parts.push(stripComment(next.text));
      this.#at++;
    }
    // A flow collection may also close at the indentation of its key.
    const next = this.#lines[this.#at];
    if (next && /^[[{]/.test(text) && /^[\]}]/.test(next.text) && next.number > line.number) {
      parts.push(stripComment(next.text));
      this.#at++;
    }
    return parts.join(' ');
  }
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ');
}

function scalarText(text: string, line: number): string {
  return /^["']/.test(text) ? String(readFlow(text, line).value) : text;
}

function malformed(line: number): MalformedFile {
  return new MalformedFile(`Not valid YAML (line ${line}).`);
}
