import type { FlatTree } from '../syntax/flat-tree.ts';
import { type DeclarationKinds, declarationKinds, functionValues, wrappers } from './declaration-kinds.ts';

/** Something that a file declares. Offsets are UTF-16 units of its text. */
export interface Declaration {
  kind: 'function' | 'class';
  name: string;
  /** Names of the classes, modules and namespaces around it, outermost first. */
  around: string[];
  /** Where its comment begins, or the declaration itself. */
  commentStart: number;
  start: number;
  /** Where its body begins; the end where it has none. */
  bodyStart: number;
  end: number;
}

export const maxDeclarationsPerFile = 2_000;
const maxNameLength = 120;
/** Between two comments that are one. */
const maxGap = 200;
/** Nodes that declare something without a name of its own. */
const constructors = /^init|constructor/;
/** Longer functions are searched for functions inside them. */
const longFunction = 8_000;

/** What the text of a tree declares, in the order of the text: one pass over the nodes. */
export function findDeclarations(tree: FlatTree, text: string): Declaration[] {
  const kinds = declarationKinds[tree.language];
  return kinds ? new Walk(tree, text, kinds).run() : [];
}

class Walk {
  readonly #tree: FlatTree;
  readonly #text: string;
  readonly #kinds: DeclarationKinds;
  readonly #found: Declaration[] = [];
  /** Open containers: the node after their subtree, and their name. */
  readonly #around: Array<{ until: number; name: string }> = [];
  /** The run of comments that was met last. */
  #comment = { start: 0, end: -1 };

  constructor(tree: FlatTree, text: string, kinds: DeclarationKinds) {
    this.#tree = tree;
    this.#text = text;
    this.#kinds = kinds;
  }

  run(): Declaration[] {
    const { count, skip } = this.#tree;
    let next = 0;
    while (next < count && this.#found.length < maxDeclarationsPerFile) {
      const node = next;
      while (this.#around.length > 0 && this.#around.at(-1)!.until <= node) this.#around.pop();
      next = this.#visit(node) ? node + 1 : skip[node]!;
    }
    return this.#found;
  }

  /** Whether what is inside the node is to be visited too. */
  #visit(node: number): boolean {
    const { symbol, symbolNames, named } = this.#tree;
    if (named[node] === 0) return false;
    const type = symbolNames[symbol[node]!]!;
    if (type.includes('comment')) {
      this.#noteComment(node);
      return false;
    }
    const { functions, classes, containers, holders } = this.#kinds;
    if (functions.has(type)) return this.#declare(node, 'function', this.#nameOf(node));
    if (classes.has(type)) return this.#declareClass(node, type);
    if (containers.has(type)) this.#open(node, this.#nameOf(node));
    else if (holders.has(type)) {
      const value = this.#valueOf(node);
      if (value !== undefined) return this.#declare(node, 'function', this.#nameOf(node), value);
    }
    return true;
  }

  #declareClass(node: number, type: string): boolean {
    // A use of a type, such as `struct point p`, has no body.
    if (type.endsWith('_specifier') && this.#bodyOf(node) === undefined) return true;
    const name = this.#nameOf(node);
    this.#declare(node, 'class', name);
    this.#open(node, name);
    return true;
  }

  #declare(node: number, kind: Declaration['kind'], name: string, holdsBody = node): boolean {
    if (name === '') return true;
    const { start, end } = this.#tree;
    const outer = this.#wrapperOf(node);
    const from = start[outer]!;
    const to = Math.max(end[outer]!, end[node]!);
    this.#found.push({
      kind,
      name,
      around: this.#around.map((one) => one.name).filter((one) => one !== ''),
      commentStart: this.#commentBefore(from),
      start: from,
      bodyStart: this.#bodyOf(holdsBody) ?? to,
      end: to,
    });
    return kind === 'class' || to - from > longFunction;
  }

  #open(node: number, name: string): void {
    this.#around.push({ until: this.#tree.skip[node]!, name });
  }

  #noteComment(node: number): void {
    const { start, end } = this.#tree;
    const gap = this.#text.slice(this.#comment.end, start[node]);
    const goesOn = this.#comment.end >= 0 && gap.length <= maxGap && /^[ \t]*\r?\n?[ \t]*$/.test(gap);
    this.#comment = { start: goesOn ? this.#comment.start : start[node]!, end: end[node]! };
  }

  /** Only attributes and modifiers may be between a comment and what it is about. */
  #commentBefore(start: number): number {
    if (this.#comment.end < 0 || this.#comment.end > start || start - this.#comment.end > 400) return start;
    const between = this.#text.slice(this.#comment.end, start);
    const isDirect = between.split('\n').every((line, i, lines) => {
      const word = line.trim();
      if (word === '') return i === 0 || i === lines.length - 1 || lines.length <= 3;
      return /^(?:#\[|@|\[)/.test(word);
    });
    return isDirect ? this.#comment.start : start;
  }

  #wrapperOf(node: number): number {
    const { parent, symbol, symbolNames } = this.#tree;
    let outer = node;
    for (let above = parent[node]!; above > 0 && wrappers.has(symbolNames[symbol[above]!]!); )
      [outer, above] = [above, parent[above]!];
    return outer;
  }

  /** A function that is the value of a variable, a property or a field. */
  #valueOf(node: number): number | undefined {
    const value = this.#child(node, 'value') ?? this.#child(node, 'right');
    if (value === undefined) return undefined;
    return functionValues.has(this.#typeOf(value)) ? value : undefined;
  }

  #bodyOf(node: number): number | undefined {
    const body =
      this.#child(node, 'body') ??
      this.#childWhere(node, (type) => /(?:^|_)(?:body|block|list|members)$/.test(type));
    return body === undefined ? undefined : this.#tree.start[body]!;
  }

  #nameOf(node: number): string {
    const receiver = this.#child(node, 'receiver');
    const name = this.#ownName(node);
    if (receiver === undefined || name === '') return name;
    const type = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?\)?\s*$/.exec(this.#textOf(receiver))?.[1];
    return type === undefined ? name : `${type}.${name}`;
  }

  #ownName(node: number): string {
    const direct =
      this.#child(node, 'name') ??
      this.#child(node, 'key') ??
      this.#child(node, 'left') ??
      this.#child(node, 'property') ??
      this.#declaratorName(node) ??
      this.#child(node, 'type') ??
      this.#childWhere(node, (type) => /identifier$|^constant$|^word$|^name$/.test(type));
    if (direct === undefined) return constructors.exec(this.#typeOf(node))?.[0] ?? '';
    const name = this.#textOf(direct).slice(0, maxNameLength).toWellFormed();
    return name
      .replace(/\s+/g, ' ')
      .replace(/^(?:module\.)?exports\./, '')
      .replace('.prototype.', '.');
  }

  /** C hides the name inside what the function returns: `char *(*name(int a))(void)`. */
  #declaratorName(node: number): number | undefined {
    let inner = this.#child(node, 'declarator');
    for (let depth = 0; inner !== undefined && depth < 16; depth++) {
      const deeper =
        this.#child(inner, 'declarator') ??
        this.#childWhere(inner, (type) => type.endsWith('_declarator') || type === 'identifier');
      if (deeper === undefined || /identifier$|_name$/.test(this.#typeOf(inner))) return inner;
      inner = deeper;
    }
    return inner;
  }

  #child(node: number, fieldName: string): number | undefined {
    const field = this.#tree.fieldIds.get(fieldName);
    if (field === undefined) return undefined;
    return this.#firstChild(node, (child) => this.#tree.field[child] === field);
  }

  #childWhere(node: number, isWanted: (type: string) => boolean): number | undefined {
    return this.#firstChild(node, (child) => this.#tree.named[child] === 1 && isWanted(this.#typeOf(child)));
  }

  #firstChild(node: number, isWanted: (child: number) => boolean): number | undefined {
    const { skip } = this.#tree;
    for (let child = node + 1; child < skip[node]!; child = skip[child]!) if (isWanted(child)) return child;
    return undefined;
  }

  #typeOf(node: number): string {
    return this.#tree.symbolNames[this.#tree.symbol[node]!]!;
  }

  #textOf(node: number): string {
    return this.#text.slice(this.#tree.start[node], this.#tree.end[node]);
  }
}
