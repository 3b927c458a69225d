import { ComputedValues, maxComputedCharacters } from '../../../formats/document/computed-value.ts';
import {
  type ConfigNode,
  isTrue,
  type MappingEntry,
  mapping,
  scalar,
  sequence,
  text,
  unknown,
} from '../../../formats/document/node.ts';
import { callAzureFunction, memberOf } from './azure-functions.ts';

/** Where the value of a variable or of a parameter's default stands; it is read when it is first needed. */
export interface BicepValue {
  start: number;
  line: number;
  /** Being read at this moment: a variable that needs itself has no value. */
  busy: boolean;
  node?: ConfigNode;
}

/** The variables and parameters of a file, by name. */
export class BicepValues {
  readonly byName = new Map<string, BicepValue>();
  readonly computed = new ComputedValues();
}

const maxDepth = 50;
const blank = /[ \t\r]+|\/\/[^\n]*/y;
const name = /[A-Za-z_]\w*/y;
const number = /\d+/y;
const operator = /\?\?|==|!=|=~|!~|<=|>=|&&|\|\||[<>+*/%-]/y;

/** Reads one expression of a Bicep file into a value; what needs a deployment is unknown. */
export class BicepReader {
  readonly #source: string;
  readonly #values: BicepValues;
  #position: number;
  #line: number;

  constructor(source: string, position: number, line: number, values: BicepValues) {
    this.#source = source;
    this.#position = position;
    this.#line = line;
    this.#values = values;
  }

  /** The condition of `= if (…) {`, where there is one. */
  condition(): ConfigNode | undefined {
    if (this.#word() !== 'if') return undefined;
    this.#match(name);
    return this.value();
  }

  value(depth = 0): ConfigNode {
    const line = this.#line;
    let value = this.#operand(depth);
    for (;;) {
      const mark = this.#operatorAhead();
      if (mark === undefined) break;
      value = combine(mark, value, this.#operand(depth + 1), line);
    }
    if (!this.#takeAcrossLines('?')) return value;
    const yes = this.value(depth + 1);
    this.#takeAcrossLines(':');
    const no = this.value(depth + 1);
    return value.kind === 'scalar' ? (isTrue(value) ? yes : no) : unknown('?', line, this.#line);
  }

  #operand(depth: number): ConfigNode {
    if (depth > maxDepth) {
      this.#position = this.#source.length;
      return unknown('', this.#line);
    }
    this.#blanks();
    const line = this.#line;
    const start = this.#position;
    let value = this.#plain(depth);
    for (;;) {
      if (this.#source[this.#position] === '!' && /[.[\s),]/.test(this.#source[this.#position + 1] ?? ' '))
        this.#position++;
      if (this.#take('.')) {
        this.#take('?');
        const member = this.#match(name) ?? '';
        if (this.#source[this.#position] === '(') {
          this.#arguments(depth);
          value = unknown(member, line);
        } else value = memberOf(value, scalar(member, line)) ?? unknown(member, line);
      } else if (this.#source[this.#position] === '[') {
        this.#position++;
        this.#take('?');
        const key = this.value(depth + 1);
        this.#takeAcrossLines(']');
        value = memberOf(value, key) ?? unknown('[]', line);
      } else break;
    }
    if (value.kind === 'unknown')
      return unknown(this.#source.slice(start, this.#position).slice(0, 200), line, this.#line);
    return value;
  }

  #plain(depth: number): ConfigNode {
    const line = this.#line;
    switch (this.#source[this.#position]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#list(depth);
      case "'":
        return this.#text(depth);
      case '(': {
        this.#position++;
        const value = this.value(depth + 1);
        this.#takeAcrossLines(')');
        return value;
      }
      case '!': {
        this.#position++;
        const value = this.#operand(depth + 1);
        return value.kind === 'scalar' ? scalar(!isTrue(value), line) : unknown('!', line);
      }
      case '-':
        this.#position++;
        return callAzureFunction('int', [scalar(`-${this.#match(number) ?? '0'}`, line)], line);
    }
    const digits = this.#match(number);
    if (digits !== undefined) return scalar(Number(digits), line);
    const word = this.#match(name);
    if (word === undefined) {
      this.#position++;
      return unknown('', line);
    }
    if (this.#source[this.#position] === '(')
      return this.#values.computed.bounded(callAzureFunction(word, this.#arguments(depth), line));
    if (word === 'true' || word === 'false') return scalar(word === 'true', line);
    return word === 'null' ? scalar(null, line) : this.#variable(word, line);
  }

  #variable(word: string, line: number): ConfigNode {
    const known = this.#values.byName.get(word);
    if (!known || known.busy) return unknown(word, line);
    if (!known.node) {
      known.busy = true;
      const reader = new BicepReader(this.#source, known.start, known.line, this.#values);
      known.node = this.#values.computed.bounded(reader.value());
      known.busy = false;
    }
    return known.node.kind === 'unknown' ? unknown(word, line) : { ...known.node, line, endLine: line };
  }

  #arguments(depth: number): ConfigNode[] {
    const found: ConfigNode[] = [];
    this.#position++;
    while (!this.#closed(')')) {
      found.push(this.value(depth + 1));
      this.#takeAcrossLines(',');
    }
    return found;
  }

  #object(depth: number): ConfigNode {
    const line = this.#line;
    const members: MappingEntry[] = [];
    this.#position++;
    while (!this.#closed('}')) {
      const keyLine = this.#line;
      const key = this.#source[this.#position] === "'" ? text(this.#text(depth)) : this.#match(name);
      this.#blanks();
      if (this.#take(':')) members.push({ key: key ?? '', line: keyLine, value: this.value(depth + 1) });
      else this.#restOfStatement(depth);
      this.#take(',');
    }
    return mapping(members, line, this.#line);
  }

  #list(depth: number): ConfigNode {
    const line = this.#line;
    const members: ConfigNode[] = [];
    this.#position++;
    this.#newLines();
    const loop = this.#word() === 'for';
    if (loop) {
      // The variables of a loop are not known; its body still says what each element is like.
      while (this.#position < this.#source.length && !':\n'.includes(this.#source[this.#position]!))
        this.#position++;
      this.#take(':');
      if (this.#word() === 'if') this.condition();
    }
    while (!this.#closed(']')) {
      members.push(this.value(depth + 1));
      this.#blanks();
      this.#take(',');
    }
    // A loop over resources is one resource for each; over a list, one element for each.
    return loop && depth === 0 && members[0] ? members[0] : sequence(members, line, this.#line);
  }

  #text(depth: number): ConfigNode {
    const line = this.#line;
    if (this.#source.startsWith("'''", this.#position)) {
      const end = this.#source.indexOf("'''", this.#position + 3);
      const inner = this.#source.slice(this.#position + 3, end === -1 ? undefined : end);
      for (const character of inner) if (character === '\n') this.#line++;
      this.#position = end === -1 ? this.#source.length : end + 3;
      // The break behind the opening marks is no part of the text.
      return scalar(inner.replace(/^\r?\n/, ''), line, this.#line);
    }
    this.#position++;
    let plain = '';
    let known = true;
    while (this.#position < this.#source.length) {
      const character = this.#source[this.#position]!;
      if (character === "'" || character === '\n') break;
      if (character === '\\') {
        const letter = this.#source[this.#position + 1] ?? '';
        plain += escapes.get(letter) ?? letter;
        this.#position += 2;
      } else if (this.#source.startsWith('${', this.#position)) {
        this.#position += 2;
        const value = text(this.value(depth + 1));
        if (value === undefined) known = false;
        plain += value ?? '${}';
        if (plain.length > maxComputedCharacters) {
          plain = '';
          known = false;
        }
        this.#takeAcrossLines('}');
      } else {
        plain += character;
        this.#position++;
      }
    }
    this.#take("'");
    return known ? scalar(plain, line) : unknown(plain, line);
  }

  #operatorAhead(): string | undefined {
    const before = this.#position;
    const line = this.#line;
    this.#newLines();
    const mark = this.#match(operator);
    if (mark !== undefined) return mark;
    this.#position = before;
    this.#line = line;
    return undefined;
  }

  #word(): string | undefined {
    this.#blanks();
    name.lastIndex = this.#position;
    return name.exec(this.#source)?.[0];
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#source)?.[0];
    this.#position += found?.length ?? 0;
    return found;
  }

  #take(mark: string): boolean {
    if (this.#source[this.#position] !== mark) return false;
    this.#position++;
    return true;
  }

  #takeAcrossLines(mark: string): boolean {
    const before = this.#position;
    const line = this.#line;
    this.#newLines();
    if (this.#take(mark)) return true;
    this.#position = before;
    this.#line = line;
    return false;
  }

  #closed(mark: string): boolean {
    this.#newLines();
    return this.#take(mark) || this.#position >= this.#source.length;
  }

  #blanks(): void {
    for (;;) {
      if (this.#match(blank) !== undefined) continue;
      if (!this.#source.startsWith('/*', this.#position)) return;
      const end = this.#source.indexOf('*/', this.#position + 2);
      const next = end === -1 ? this.#source.length : end + 2;
      for (; this.#position < next; this.#position++)
        if (this.#source.charCodeAt(this.#position) === 10) this.#line++;
    }
  }

  #newLines(): void {
    for (this.#blanks(); this.#source[this.#position] === '\n'; this.#blanks()) {
      this.#position++;
      this.#line++;
    }
  }

  // Declarations inside an object (a nested resource, a decorator) are read on their own.
  #restOfStatement(depth: number): void {
    while (this.#position < this.#source.length && !'{[(\n}'.includes(this.#source[this.#position]!))
      this.#position++;
    const character = this.#source[this.#position];
    if (character === '{' || character === '[' || character === '(') this.#operand(depth + 1);
  }
}

function combine(mark: string, left: ConfigNode, right: ConfigNode, line: number): ConfigNode {
  if (mark === '=~' || mark === '!~') {
    // Equal in any case.
    const sides = [left, right].map((side) => callAzureFunction('toLower', [side], line));
    return combine(mark === '=~' ? '==' : '!=', sides[0]!, sides[1]!, line);
  }
  if (mark === '==') return callAzureFunction('equals', [left, right], line);
  if (mark === '!=')
    return callAzureFunction('not', [callAzureFunction('equals', [left, right], line)], line);
  if (mark === '&&') return callAzureFunction('and', [left, right], line);
  if (mark === '||') return callAzureFunction('or', [left, right], line);
  if (mark === '??') return callAzureFunction('coalesce', [left, right], line);
  return unknown(mark, line);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
