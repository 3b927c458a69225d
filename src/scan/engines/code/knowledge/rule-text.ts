/**
 * Reads the subset of YAML that rule files are written in: block maps and lists, flow lists and maps, plain and quoted scalars, `|` blocks
 * and comments. A general reader takes ten times as long, which a scan of a few files would notice; a test holds that both read
 * every rule file alike.
 */
export function readRuleText(text: string, options: { skipKey?: string } = {}): unknown {
  const reader = new RuleTextReader(text, options.skipKey);
  return reader.read();
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

class RuleTextReader {
  readonly #lines: string[];
  readonly #indents: Int16Array;
  readonly #skipKey: string | undefined;
  #at = 0;

  constructor(text: string, skipKey: string | undefined) {
    this.#lines = text.split('\n');
    this.#skipKey = skipKey;
    this.#indents = new Int16Array(this.#lines.length);
    for (const [i, line] of this.#lines.entries()) {
      let indent = 0;
      while (line.charCodeAt(indent) === 32) indent++;
      this.#indents[i] = indent === line.length || line[indent] === '#' ? -1 : indent;
    }
  }

  read(): Json {
    this.#skipBlank();
    return this.#at < this.#lines.length ? this.#block(this.#indents[this.#at]!) : null;
  }

  #skipBlank(): void {
    while (this.#at < this.#lines.length && this.#indents[this.#at] === -1) this.#at++;
  }

  #block(indent: number): Json {
    return this.#lines[this.#at]!.startsWith('- ', indent) || this.#lines[this.#at]!.slice(indent) === '-'
      ? this.#list(indent)
      : this.#map(indent);
  }

  #list(indent: number): Json[] {
    const items: Json[] = [];
    for (;;) {
      this.#skipBlank();
      if (this.#at >= this.#lines.length || this.#indents[this.#at] !== indent) return items;
      const line = this.#lines[this.#at]!;
      if (line[indent] !== '-') return items;
      let inner = indent + 1;
      while (line[inner] === ' ') inner++;
      if (inner >= line.length) {
        this.#at++;
        this.#skipBlank();
        items.push(this.#block(this.#indents[this.#at]!));
      } else if (this.#keyEnd(line, inner) >= 0) {
        // The first key of a map stands behind the dash: the rest of the map is indented to it.
        this.#lines[this.#at] = `${' '.repeat(inner)}${line.slice(inner)}`;
        this.#indents[this.#at] = inner;
        items.push(this.#map(inner));
      } else items.push(this.#value(line.slice(inner), indent));
    }
  }

  #map(indent: number): Json {
    const map: { [key: string]: Json } = {};
    for (;;) {
      this.#skipBlank();
      if (this.#at >= this.#lines.length || this.#indents[this.#at] !== indent) return map;
      const line = this.#lines[this.#at]!;
      const end = this.#keyEnd(line, indent);
      if (end < 0) throw new Error(`Rule text: no key in line ${this.#at + 1}: ${line}`);
      const key = unquote(line.slice(indent, end));
      if (key === this.#skipKey) {
        this.#at++;
        while (
          this.#at < this.#lines.length &&
          (this.#indents[this.#at] === -1 || this.#indents[this.#at]! > indent)
        )
          this.#at++;
        continue;
      }
      const rest = line.slice(end + 1).trim();
      if (rest === '' || rest.startsWith('#')) {
        this.#at++;
        this.#skipBlank();
        const inner = this.#at < this.#lines.length ? this.#indents[this.#at]! : -1;
        const nested =
          inner > indent || (inner === indent && this.#lines[this.#at]!.startsWith('- ', indent));
        define(map, key, nested ? this.#block(inner) : null);
      } else define(map, key, this.#value(rest, indent));
    }
  }

  /** Where the colon of `key: …` stands, or -1. */
  #keyEnd(line: string, from: number): number {
    const first = line[from];
    let at = from;
    if (first === "'" || first === '"') {
      at = line.indexOf(first, from + 1);
      if (at < 0) return -1;
      at++;
      return line[at] === ':' && (at + 1 === line.length || line[at + 1] === ' ') ? at : -1;
    }
    if (first === '{' || first === '[') return -1;
    for (; at < line.length; at++) {
      if (line[at] === ':' && (at + 1 === line.length || line[at + 1] === ' ')) return at;
      if (line[at] === '#' && line[at - 1] === ' ') return -1;
    }
    return -1;
  }

  #value(text: string, indent: number): Json {
    if (/^\|-?$/.test(text)) return this.#literal(indent, text === '|-');
    this.#at++;
    const flow = new FlowReader(text);
    return flow.read();
  }

  #literal(indent: number, strip: boolean): string {
    this.#at++;
    const from = this.#at;
    let inner = -1;
    const lines: string[] = [];
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at]!;
      const blank = line.trim() === '';
      let own = 0;
      while (line.charCodeAt(own) === 32) own++;
      if (!blank && own <= indent) break;
      if (!blank && inner < 0) inner = own;
      lines.push(blank ? '' : line.slice(inner));
    }
    while (lines.length && lines.at(-1) === '') lines.pop();
    if (this.#at === from || lines.length === 0) return '';
    return lines.join('\n') + (strip ? '' : '\n');
  }
}

/** One line of flow style or a scalar. */
class FlowReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Json {
    const first = this.#text[0];
    if (first === '[' || first === '{' || first === '"' || first === "'") return this.#item(false);
    const comment = this.#text.search(/\s#/);
    return scalar((comment < 0 ? this.#text : this.#text.slice(0, comment)).trim());
  }

  #item(inFlow: boolean): Json {
    this.#blank();
    const first = this.#text[this.#at];
    if (first === '[') return this.#list();
    if (first === '{') return this.#map();
    if (first === '"' || first === "'") return this.#quoted(first);
    const from = this.#at;
    while (this.#at < this.#text.length) {
      const c = this.#text[this.#at]!;
      if (inFlow && (c === ',' || c === ']' || c === '}' || (c === ':' && this.#text[this.#at + 1] === ' ')))
        break;
      this.#at++;
    }
    return scalar(this.#text.slice(from, this.#at).trim());
  }

  #list(): Json[] {
    const items: Json[] = [];
    this.#at++;
    for (;;) {
      this.#blank();
      if (this.#text[this.#at] === ']') break;
      if (this.#at >= this.#text.length) throw new Error(`Rule text: unclosed list: ${this.#text}`);
      items.push(this.#item(true));
      this.#blank();
      if (this.#text[this.#at] === ',') this.#at++;
    }
    this.#at++;
    return items;
  }

  #map(): Json {
    const map: { [key: string]: Json } = {};
    this.#at++;
    for (;;) {
      this.#blank();
      if (this.#text[this.#at] === '}') break;
      if (this.#at >= this.#text.length) throw new Error(`Rule text: unclosed map: ${this.#text}`);
      const key = String(this.#item(true));
      this.#blank();
      if (this.#text[this.#at] !== ':') throw new Error(`Rule text: no value for ${key}: ${this.#text}`);
      this.#at++;
      define(map, key, this.#item(true));
      this.#blank();
      if (this.#text[this.#at] === ',') this.#at++;
    }
    this.#at++;
    return map;
  }

  #quoted(quote: string): string {
    const from = this.#at;
    this.#at++;
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text[this.#at];
      if (quote === '"' && c === '\\') this.#at++;
      else if (c === quote) {
        if (quote === "'" && this.#text[this.#at + 1] === "'") this.#at++;
        else break;
      }
    }
    this.#at++;
    return unquote(this.#text.slice(from, this.#at));
  }

  #blank(): void {
    while (this.#text[this.#at] === ' ') this.#at++;
  }
}

function unquote(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (text.startsWith('"')) return JSON.parse(text) as string;
  return text;
}

function scalar(text: string): Json {
  if (text === '' || text === 'null' || text === '~') return null;
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text);
  return text;
}

function define(map: { [key: string]: Json }, key: string, value: Json): void {
  Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
}
