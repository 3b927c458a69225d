import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import { plainName } from './plain-name.ts';

/** An escape, or a character that is not ASCII. */
const unusual = /\\[uU]|[^\0-\x7f]/;

/** Nodes are numbers, the root is 0. This one stands for none: it has no kind, no text and no children. */
export const noNode = -1;

export function isNode(node: number): boolean {
  return node >= 0;
}

export function isNone(node: number): boolean {
  return node < 0;
}

/** Walks a flat tree by field and kind; what every lowering is built on. */
export class TreeReader {
  readonly tree: FlatTree;
  readonly text: string;

  /** No identifier can be spelt in another way than it reads. */
  readonly #isPlain: boolean;

  constructor(tree: FlatTree, text: string) {
    this.tree = tree;
    this.text = text;
    this.#isPlain = !unusual.test(text);
  }

  kind(node: number): string {
    return this.tree.symbolNames[this.tree.symbol[node]!] ?? '';
  }

  slice(node: number): string {
    if (isNone(node)) return '';
    const text = this.text.slice(this.tree.start[node], this.tree.end[node]);
    if (this.#isPlain || !unusual.test(text)) return text;
    return this.kind(node).endsWith('identifier') ? plainName(text) : text;
  }

  /** The last characters of a node. */
  endOf(node: number, length: number): string {
    const end = this.tree.end[node]!;
    return this.text.slice(Math.max(this.tree.start[node]!, end - length), end);
  }

  start(node: number): number {
    return this.tree.start[node]!;
  }

  end(node: number): number {
    return this.tree.end[node]!;
  }

  fieldId(name: string): number {
    return this.tree.fieldIds.get(name) ?? 255;
  }

  /** The first child under a field, or -1. */
  field(node: number, name: string): number {
    const id = this.tree.fieldIds.get(name);
    if (id === undefined) return noNode;
    const { skip, field } = this.tree;
    const end = skip[node]!;
    for (let child = node + 1; child < end; child = skip[child]!) if (field[child] === id) return child;
    return noNode;
  }

  fieldAll(node: number, name: string): number[] {
    const id = this.tree.fieldIds.get(name);
    const found: number[] = [];
    if (id === undefined) return found;
    const { skip, field } = this.tree;
    const end = skip[node]!;
    for (let child = node + 1; child < end; child = skip[child]!) if (field[child] === id) found.push(child);
    return found;
  }

  /** Named children without comments. */
  named(node: number): number[] {
    const { skip, named, symbol, symbolNames } = this.tree;
    const found: number[] = [];
    const end = skip[node]!;
    for (let child = node + 1; child < end; child = skip[child]!)
      if (named[child] && symbolNames[symbol[child]!] !== 'comment') found.push(child);
    return found;
  }

  firstNamed(node: number): number {
    const { skip, named, symbol, symbolNames } = this.tree;
    const end = skip[node]!;
    for (let child = node + 1; child < end; child = skip[child]!)
      if (named[child] && symbolNames[symbol[child]!] !== 'comment') return child;
    return noNode;
  }

  childOfKind(node: number, kind: string): number {
    const { skip } = this.tree;
    const end = skip[node]!;
    for (let child = node + 1; child < end; child = skip[child]!) if (this.kind(child) === kind) return child;
    return noNode;
  }

  /** Whether an anonymous child (a keyword, an operator) with this text is there. */
  hasToken(node: number, token: string): boolean {
    const { skip, named } = this.tree;
    const end = skip[node]!;
    for (let child = node + 1; child < end; child = skip[child]!)
      if (!named[child] && this.kind(child) === token) return true;
    return false;
  }
}
