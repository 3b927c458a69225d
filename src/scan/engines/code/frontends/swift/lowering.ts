import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, Span, Stmt, Target } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';

export class SwiftLowering extends ClassLowering {
  readonly #moduleFunctions: ReadonlySet<string>;

  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'self');
    this.#moduleFunctions = new Set([...text.matchAll(/^(?:\w+ )*func\s+(\w+)/gm)].map(([, name]) => name!));
  }

  override isModuleFunction(name: string): boolean {
    return this.#moduleFunctions.has(name) || libraryFunction.test(name);
  }

  nothing(span: Span): Expr {
    return { k: 'unknown', parts: [], ...span };
  }

  /** The simple name of a written type, without what it takes and whether it may be missing. */
  typeAt(n: number): Expr | undefined {
    if (isNone(n)) return undefined;
    const name = /^[\w.]*?(?<!\w)(\w+)\s*(?:<|[?!]|$)/.exec(this.slice(n).trim())?.[1];
    return name === undefined ? undefined : this.type(name, this.span(n));
  }

  /** The statements inside braces. */
  body(n: number): Stmt[] {
    const list = isNone(n) || this.kind(n) === 'statements' ? n : this.childOfKind(n, 'statements');
    return isNone(list) ? [] : this.block(list);
  }

  /** What a pattern binds. */
  pattern(n: number): Target {
    if (isNone(n)) return noTarget;
    if (this.kind(n) === 'simple_identifier') return this.declared(n, noNode);
    const parts = this.named(n).filter((child) => /^(?:pattern|simple_identifier)$/.test(this.kind(child)));
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return this.pattern(only);
    const items = parts.filter((child) => this.kind(child) === 'pattern').map((child) => this.pattern(child));
    return items.length === 1 ? items[0]! : { k: 'list', items, ...this.span(n) };
  }
}

/** Functions of C and of the library are called without an object, also inside of classes. */
const libraryFunction =
  /^(?:print|readLine|debugPrint|NSLog|os_log|fatalError|precondition|assert|min|max|abs|rand|srand|random|srandom|drand48|srand48|lrand48|arc4random\w*|sqlite3_\w+|CC_?[A-Z]\w*|CCCrypt\w*|Sec[A-Z]\w*|system|popen|getenv|strcpy|memcpy|NSSearchPathForDirectoriesInDomains|NSTemporaryDirectory|zip|type|redirect)$/;
