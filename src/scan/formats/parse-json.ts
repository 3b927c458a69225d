import { DataNode, type DataValue } from './data-node.ts';
import { MalformedFile } from './malformed-file.ts';
import { DuplicateKeys, type ReadingProblems } from './reading-problems.ts';

export interface JsonDialect {
  /** Comments and trailing commas, as in `bun.lock` and `deno.jsonc`. */
  relaxed?: boolean;
}

const maxDepth = 256;
const maxNodes = 4_000_000;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Reads JSON with the line of every value. Where a key is there twice the last one counts, as with every common JSON reader, and it is reported. */
export function parseJson(text: string, problems: ReadingProblems, dialect: JsonDialect = {}): DataNode {
  const parser = new JsonParser(text, dialect.relaxed === true);
  const root = parser.document();
  parser.duplicates.reportTo(problems);
  return root;
}

class JsonParser {
  readonly #text: string;
  readonly #relaxed: boolean;
  readonly duplicates = new DuplicateKeys();
  #at = 0;
  #line = 1;
  #nodes = 0;

  constructor(text: string, relaxed: boolean) {
    this.#text = text;
    this.#relaxed = relaxed;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  document(): DataNode {
    this.#skip();
    const node = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#fail('text after the end of the document');
    return node;
  }

  #value(depth: number): DataNode {
    if (depth > maxDepth) throw this.#fail(`more than ${maxDepth} levels deep`);
    if (++this.#nodes > maxNodes) throw this.#fail(`more than ${maxNodes} values`);
    const line = this.#line;
    const char = this.#text[this.#at];
    if (char === '{') return new DataNode(line, this.#object(depth));
    if (char === '[') return new DataNode(line, this.#array(depth));
    if (char === '"') return new DataNode(line, this.#string());
    return new DataNode(line, this.#literal());
  }

  #object(depth: number): Map<string, DataNode> {
    const map = new Map<string, DataNode>();
    this.#at++;
    this.#skip();
    if (this.#take('}')) return map;
    for (;;) {
      if (this.#text[this.#at] !== '"') throw this.#fail('a key was expected');
      const key = this.#string();
      this.#skip();
      if (!this.#take(':')) throw this.#fail('":" was expected');
      this.#skip();
      const value = this.#value(depth + 1);
      const earlier = map.get(key);
      if (earlier) this.duplicates.add(key, earlier.line, value.line);
      map.set(key, value);
      this.#skip();
      if (this.#take('}')) return map;
      if (!this.#take(',')) throw this.#fail('"," or "}" was expected');
      this.#skip();
      if (this.#relaxed && this.#take('}')) return map;
    }
  }

  #array(depth: number): DataNode[] {
    const items: DataNode[] = [];
    this.#at++;
    this.#skip();
    if (this.#take(']')) return items;
    for (;;) {
      items.push(this.#value(depth + 1));
      this.#skip();
      if (this.#take(']')) return items;
      if (!this.#take(',')) throw this.#fail('"," or "]" was expected');
      this.#skip();
      if (this.#relaxed && this.#take(']')) return items;
    }
  }

  #string(): string {
    const start = this.#at + 1;
    let end = this.#text.indexOf('"', start);
    while (end > 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw this.#fail('a text is not closed');
    this.#at = end + 1;
    const raw = this.#text.slice(start, end);
    if (!/[\\\u0000-\u001f]/.test(raw)) return raw;
    try {
      return JSON.parse(`"${raw}"`) as string;
    } catch {
      throw this.#fail('a text has an invalid escape');
    }
  }

  // Looks back only as far as backslashes reach, so that a run of them costs its own length once per quote after it.
  #isEscaped(quote: number): boolean {
    let slashes = 0;
    while (this.#text.charCodeAt(quote - 1 - slashes) === 92) slashes++;
    return slashes % 2 === 1;
  }

  #literal(): DataValue {
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    numberPattern.lastIndex = this.#at;
    const match = numberPattern.exec(this.#text);
    if (!match) throw this.#fail('a value was expected');
    this.#at += match[0].length;
    return Number(match[0]);
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #skip(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 10) this.#line++;
      else if (code === 47 && this.#relaxed) {
        this.#comment();
        continue;
      } else if (code !== 32 && code !== 9 && code !== 13) return;
      this.#at++;
    }
  }

  #comment(): void {
    const block = this.#text[this.#at + 1] === '*';
    if (!block && this.#text[this.#at + 1] !== '/') throw this.#fail('a value was expected');
    const close = this.#text.indexOf(block ? '*/' : '\n', this.#at + 2);
    const end = close === -1 ? this.#text.length : close + (block ? 2 : 0);
    for (let i = this.#at; i < end; i++) if (this.#text.charCodeAt(i) === 10) this.#line++;
    this.#at = end;
  }

  #fail(what: string): MalformedFile {
    return new MalformedFile(`Not valid JSON: ${what} (line ${this.#line}).`);
  }
}
