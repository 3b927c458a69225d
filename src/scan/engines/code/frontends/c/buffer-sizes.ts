import type { TreeReader } from '../shared/tree-reader.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { bytesOf, copies, pointerBytes, scans, transfers } from './copying-functions.ts';

interface Buffer {
  readonly count: number;
  /** Bytes of one element. */
  readonly element: number;
}

/**
 * How large the arrays of a function are, as far as their declarations say it in numbers, and which calls and indices go past the end.
 * Only what is certain is reported: sizes that are computed are not known, and a variable that is set again is forgotten.
 */
export class BufferSizes {
  readonly #low: TreeReader;
  /** How many branches and loops of the function are open. */
  depth = 0;
  readonly #scopes: Array<Map<string, Buffer | undefined>> = [new Map()];
  /** Pointers of the function, what they point to and whether they were set after they were declared. */
  readonly #pointers = new Map<string, { element: number; depth: number; isSet: boolean }>();
  /** For every open block: what the names that it declares were before. */
  readonly #hidden: Array<Map<string, Buffer | undefined>> = [];
  #defined: Map<string, number> | undefined;

  constructor(low: TreeReader) {
    this.#low = low;
  }

  enter(): void {
    this.#scopes.push(new Map());
    this.#pointers.clear();
  }

  leave(): void {
    this.#scopes.pop();
  }

  /** What a block declares is unknown behind it, and what it hid is what it was. */
  inBlock<T>(lower: () => T): T {
    const hidden = new Map<string, Buffer | undefined>();
    this.#hidden.push(hidden);
    const result = lower();
    this.#hidden.pop();
    for (const [name, buffer] of hidden) this.#scopes.at(-1)!.set(name, buffer);
    return result;
  }

  /** Learns from `char name[10]` and `char *name = malloc(10)`; anything else of that name hides what was known. */
  declared(name: string, declarator: number, type: string, value: number): void {
    const low = this.#low;
    const scope = this.#scopes.at(-1)!;
    const hidden = this.#hidden.at(-1);
    if (hidden && !hidden.has(name)) hidden.set(name, scope.get(name));
    scope.set(name, undefined);
    // `char *names[3]` is an array of pointers.
    const inner = low.field(declarator, 'declarator');
    const isOfPointers =
      low.kind(declarator) === 'pointer_declarator' && low.kind(inner) === 'array_declarator';
    const array = isOfPointers ? inner : declarator;
    if (low.kind(array) === 'array_declarator') {
      if (low.kind(low.field(array, 'declarator')) !== 'identifier') return;
      const count = this.constant(low.field(array, 'size'));
      const element = isOfPointers ? pointerBytes : bytesOf(type);
      if (count !== undefined && count > 1 && element !== undefined) scope.set(name, { count, element });
    } else if (low.kind(declarator) === 'pointer_declarator') {
      const element = bytesOf(type) ?? (type === 'void' ? 1 : undefined);
      if (element === undefined) return;
      this.#pointers.set(name, { element, depth: this.depth, isSet: false });
      if (isNode(value)) this.assigned(name, value);
    }
  }

  /** What a pointer is set to counts from here on; inside of a branch only where nothing else was known of it. */
  assigned(name: string, value: number): void {
    const pointer = this.#pointers.get(name);
    if (!pointer || this.#low.slice(value) === 'NULL') return;
    const bytes = this.#allocated(value);
    const buffer =
      bytes === undefined
        ? this.#bufferOf(value)
        : { count: Math.floor(bytes / pointer.element), element: pointer.element };
    const isCertain = this.depth === pointer.depth || !pointer.isSet;
    pointer.isSet = true;
    const scope = this.#scopes.at(-1)!;
    if (isCertain && scope.has(name)) scope.set(name, buffer);
    else this.forget(name);
  }

  forget(name: string): void {
    for (const scope of this.#scopes) if (scope.has(name)) scope.set(name, undefined);
  }

  /** Whether an index is outside of the array that it is used on. */
  isOutside(argument: number, index: number): boolean {
    const buffer = this.#bufferOf(argument);
    const at = buffer && this.constant(index);
    return buffer !== undefined && at !== undefined && (at >= buffer.count || at < 0);
  }

  /** Whether a call writes or reads more than one of its arguments holds. */
  overruns(callee: string, args: readonly number[]): boolean {
    const rule = transfers.get(callee);
    if (rule) {
      const sizes = rule.size.map((at) => this.constant(args[at] ?? noNode));
      if (sizes.some((size) => size === undefined)) return false;
      const bytes = sizes.reduce((product: number, size) => product * size!, rule.unit);
      return rule.buffers.some((at) => {
        const buffer = this.#bufferOf(args[at] ?? noNode);
        return buffer !== undefined && bytes > buffer.count * buffer.element;
      });
    }
    const scanned = scans.get(callee);
    if (scanned !== undefined) return this.#scansTooMuch(args, scanned);
    const copied = copies.get(callee);
    if (copied === undefined) return false;
    const buffer = this.#bufferOf(args[0] ?? noNode);
    if (!buffer) return false;
    const text = this.#text(args[1] ?? noNode);
    if (text === undefined) return false;
    const length = copied === 'format' ? this.#leastLength(text, args.slice(2)) : text.length;
    return length !== undefined && length + 1 > buffer.count;
  }

  /** Numbers, `sizeof`, names that are defined as numbers, and sums and products of them. */
  constant(n: number, depth = 0): number | undefined {
    const low = this.#low;
    if (isNone(n) || depth > 6) return undefined;
    const text = low.slice(n);
    switch (low.kind(n)) {
      case 'number_literal': {
        const number = Number(text.replace(/(?<![uUlL'])[uUlL']+$/, ''));
        return Number.isInteger(number) ? number : undefined;
      }
      case 'parenthesized_expression':
        return this.constant(low.firstNamed(n), depth + 1);
      case 'unary_expression': {
        const value = this.constant(low.field(n, 'argument'), depth + 1);
        return value !== undefined && text.startsWith('-') ? -value : undefined;
      }
      case 'binary_expression': {
        const left = this.constant(low.field(n, 'left'), depth + 1);
        const right = this.constant(low.field(n, 'right'), depth + 1);
        if (left === undefined || right === undefined) return undefined;
        const op = low.slice(low.field(n, 'operator'));
        return op === '+' ? left + right : op === '-' ? left - right : op === '*' ? left * right : undefined;
      }
      case 'sizeof_expression':
        return this.#sizeOf(text);
      case 'identifier':
        return this.#definitions().get(text);
      default:
        return undefined;
    }
  }

  #sizeOf(written: string): number | undefined {
    const text = onOneLine(written);
    if (text === undefined) return undefined;
    // `sizeof(char) * 20` is read as the size of something that is dereferenced and cast.
    const product = /^sizeof\s*\(\s*([\w\s:]+?)\s*\)\s*\*\s*(\d+)$/.exec(text);
    if (product) {
      const bytes = bytesOf(product[1]!);
      return bytes === undefined ? undefined : bytes * Number(product[2]);
    }
    const of = /^sizeof\s*\(?\s*([\w\s*:]+?)\s*(?:\[(\d+)\])?\s*\)?$/.exec(text);
    if (!of) return undefined;
    const times = of[2] === undefined ? 1 : Number(of[2]);
    const buffer = this.#known(of[1]!.trim());
    if (buffer && of[2] === undefined)
      return this.#pointers.has(of[1]!.trim()) ? pointerBytes : buffer.count * buffer.element;
    const bytes = bytesOf(of[1]!);
    return bytes === undefined ? undefined : bytes * times;
  }

  #allocated(value: number): number | undefined {
    const low = this.#low;
    let at = value;
    while (low.kind(at) === 'cast_expression') at = low.field(at, 'value');
    if (isNone(at)) return undefined;
    if (low.kind(at) === 'new_expression') {
      const made = /^new ([\w ]+?) ?\[(\d+)\]$/.exec(onOneLine(low.slice(at)) ?? '');
      const element = made ? bytesOf(made[1]!) : undefined;
      return element === undefined ? undefined : element * Number(made![2]);
    }
    if (low.kind(at) !== 'call_expression') return undefined;
    const callee = low.slice(low.field(at, 'function'));
    const args = low.named(low.field(at, 'arguments'));
    if (callee === 'malloc' || callee === 'alloca') return this.constant(args[0] ?? noNode);
    if (callee !== 'calloc') return undefined;
    const [count, size] = [this.constant(args[0] ?? noNode), this.constant(args[1] ?? noNode)];
    return count === undefined || size === undefined ? undefined : count * size;
  }

  #bufferOf(n: number): Buffer | undefined {
    const low = this.#low;
    let at = n;
    while (isNode(at) && (low.kind(at) === 'cast_expression' || low.kind(at) === 'parenthesized_expression'))
      at = low.kind(at) === 'cast_expression' ? low.field(at, 'value') : low.firstNamed(at);
    return low.kind(at) === 'identifier' ? this.#known(low.slice(at)) : undefined;
  }

  #known(name: string): Buffer | undefined {
    for (let i = this.#scopes.length - 1; i >= 0; i--)
      if (this.#scopes[i]!.has(name)) return this.#scopes[i]!.get(name);
    return undefined;
  }

  #text(n: number): string | undefined {
    if (this.#low.kind(n) !== 'string_literal') return undefined;
    const inner = /^(?:L|u8|u|U)?"([\s\S]*)"$/.exec(this.#low.slice(n))?.[1];
    return inner?.replace(/\\(?:x[0-9a-fA-F]+|[0-7]{1,3}|.)/g, '?');
  }

  /** A width that leaves no room for the end of the text. */
  #scansTooMuch(args: readonly number[], formatAt: number): boolean {
    const format = this.#text(args[formatAt] ?? noNode);
    if (format === undefined) return false;
    let at = formatAt + 1;
    for (const [, star, width, kind] of format.matchAll(
      /%(\*?)(\d*)(?:hh?|ll?|[jztL])?(\[[^\]]*\]|[a-zA-Z])/g,
    )) {
      if (star) continue;
      const buffer = this.#bufferOf(args[at++] ?? noNode);
      if (buffer && width && (kind === 's' || kind!.startsWith('[')) && Number(width) + 1 > buffer.count)
        return true;
    }
    return false;
  }

  /** The shortest text that a format can give. */
  #leastLength(format: string, args: readonly number[]): number | undefined {
    let next = 0;
    let length = 0;
    const rest = format.replace(
      /%(%|[-+ #0]*(\d*|\*)(?:\.(\d+|\*))?(?:hh?|ll?|[jztL])?([a-zA-Z]))/g,
      (_, whole, width, limit, kind) => {
        if (whole === '%') return '?';
        const text = kind === 's' ? this.#text(args[next] ?? noNode) : undefined;
        const given = text === undefined ? (kind === 's' ? 0 : 1) : text.length;
        const most =
          limit === undefined || limit === '*' || kind !== 's' ? given : Math.min(given, Number(limit));
        length += Math.max(most, width === '' || width === '*' ? 0 : Number(width));
        next++;
        return '';
      },
    );
    return length + rest.length;
  }

  /** Names that the file gives to numbers. */
  #definitions(): Map<string, number> {
    if (!this.#defined) {
      this.#defined = new Map();
      const { text } = this.#low;
      for (const [, name, number] of text.matchAll(
        /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(?(\d{1,9})\)?[ \t]*(?:\/[/*].*)?$/gm,
      ))
        this.#defined.set(name!, Number(number));
    }
    return this.#defined;
  }
}

/** Longer than any size that people write. */
const maxWritten = 200;

/** With one space for all blanks in a row: expressions with blanks on both sides of something are slow on long runs of them. */
function onOneLine(text: string): string | undefined {
  return text.length > maxWritten ? undefined : text.replace(/\s+/g, ' ');
}
