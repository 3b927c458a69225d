import { DataNode } from '../data-node.ts';
import { MalformedFile } from '../malformed-file.ts';

const maxDepth = 50;

/** Reads a quoted text or a flow collection such as `{integrity: sha512-…, engines: {node: '>=18'}}`. */
export function readFlow(text: string, line: number): DataNode {
  const reader = new FlowReader(text, line);
  return reader.whole();
}

class FlowReader {
  readonly #text: string;
  readonly #line: number;
  #at = 0;

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  whole(): DataNode {
    const node = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#fail();
    return node;
  }

  #value(depth: number): DataNode {
    if (depth > maxDepth) throw this.#fail();
    this.#skip();
    const char = this.#text[this.#at];
    if (char === '{') return new DataNode(this.#line, this.#map(depth));
    if (char === '[') return new DataNode(this.#line, this.#list(depth));
    return new DataNode(this.#line, this.#scalar());
  }

  #map(depth: number): Map<string, DataNode> {
    const map = new Map<string, DataNode>();
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#take('}')) return map;
      const key = this.#scalar();
      this.#skip();
      map.set(key, this.#take(':') ? this.#value(depth + 1) : new DataNode(this.#line, null));
      this.#skip();
      if (this.#take('}')) return map;
      if (!this.#take(',')) throw this.#fail();
    }
  }

  #list(depth: number): DataNode[] {
    const items: DataNode[] = [];
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#take(']')) return items;
      items.push(this.#value(depth + 1));
      this.#skip();
      if (this.#take(']')) return items;
      if (!this.#take(',')) throw this.#fail();
    }
  }

  #scalar(): string {
    const quote = this.#text[this.#at];
    if (quote === '"' || quote === "'") {
      const end = quotedEnd(this.#text, this.#at);
      if (end === undefined) throw this.#fail();
      const raw = this.#text.slice(this.#at + 1, end);
      this.#at = end + 1;
      return unquote(raw, quote);
    }
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at]!;
      if (',[]{}'.includes(char)) break;
      if (char === ':' && /[\s,[\]{}]|^$/.test(this.#text[this.#at + 1] ?? '')) break;
    }
    const plain = this.#text.slice(start, this.#at).trim();
    if (plain === '' && this.#at === start && !',}]:'.includes(this.#text[this.#at] ?? '-'))
      throw this.#fail();
    return plain;
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #fail(): MalformedFile {
    return new MalformedFile(`Not valid YAML (line ${this.#line}).`);
  }
}

/** `key: rest`, `"key": rest` or `key:`; undefined where the text is no key. */
export function splitKey(text: string): { key: string; rest: string } | undefined {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = quotedEnd(text, 0);
    if (end === undefined) return undefined;
    const colon = /^\s*:(?=\s|$)/.exec(text.slice(end + 1, end + 40));
    if (!colon) return undefined;
    return { key: unquote(text.slice(1, end), quote), rest: text.slice(end + 1 + colon[0].length) };
  }
  if (/^[[{&*!|>%@`]/.test(text)) return undefined;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const next = text[at + 1];
    if (next === undefined || next === ' ' || next === '\t') {
      return { key: text.slice(0, at).trim(), rest: text.slice(at + 1) };
    }
  }
  return undefined;
}

/** Removes ` # …`, unless it stands inside quotes. */
export function stripComment(text: string): string {
  if (!text.includes('#')) return text;
  let at = 0;
  const quote = text[0];
  if (quote === '"' || quote === "'") at = (quotedEnd(text, 0) ?? text.length - 1) + 1;
  const comment = /(^|\s)#/.exec(text.slice(at));
  return comment ? text.slice(0, at + comment.index).trimEnd() : text;
}

function quotedEnd(text: string, start: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\' && quote === '"') at++;
    else if (char === quote) {
      if (quote === "'" && text[at + 1] === "'") at++;
      else return at;
    }
  }
  return undefined;
}

function unquote(raw: string, quote: string): string {
  if (quote === "'") return raw.replaceAll("''", "'");
  return raw.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/g, (_, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return code === 'n' ? '\n' : code === 't' ? '\t' : code;
  });
}
