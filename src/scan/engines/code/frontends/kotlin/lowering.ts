import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Argument, Expr, Span, Stmt, Target } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';

/** How the value that an extension is called on goes inside it. */
export const receiverName = '<receiver>';

export class KotlinLowering extends ClassLowering {
  /** Functions that are called on a value although they stand next to its class. */
  readonly extensions: ReadonlySet<string>;
  /** `this` is what the function is called on, which is its first parameter. */
  inExtension = false;
  /** A name that nothing declares belongs to the object that the block is called on (`apply`, `run`, `with`). */
  inReceiverBlock = false;
  /** Functions of packages that the file imports by their names. */
  readonly importedFunctions = new Set<string>();
  /** A class around has methods that another one wrote: what is called by its name alone may be one of them. */
  mayInherit = false;
  /** Where the early exits of the statement being lowered are kept; undefined outside of statements. */
  #exits: Stmt[] | undefined;
  readonly #outerExits: Array<Stmt[] | undefined> = [];
  readonly #moduleFunctions: ReadonlySet<string>;
  /** All names that the file declares anywhere: these are not members of some object. */
  readonly #declared: ReadonlySet<string>;

  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'this');
    this.extensions = new Set(
      [...text.matchAll(/\bfun\s+(?:<[^>]*>\s*)?[\w.<>?]+\.(\w+)\s*\(/g)].map(([, name]) => name!),
    );
    this.#moduleFunctions = new Set(
      [...text.matchAll(/^(?:\w+ )*fun\s+(?:<[^>]*>\s*)?(?:[\w.<>?]+\.)?(\w+)\s*\(/gm)].map(
        ([, name]) => name!,
      ),
    );
    this.#declared = new Set([...text.matchAll(/\b(?:val|var|fun)\s+(\w+)/g)].map(([, name]) => name!));
  }

  override statement(node: number, into: Stmt[]): void {
    into.push(...this.withExits((own) => super.statement(node, own)));
  }

  /** What `lower` writes, behind the early exits that its expressions hold. */
  withExits(lower: (into: Stmt[]) => void): Stmt[] {
    const outer = this.#exits;
    const exits: Stmt[] = [];
    const into: Stmt[] = [];
    this.#exits = exits;
    lower(into);
    this.#exits = outer;
    return [...exits, ...into];
  }

  /** `value ?: return x`: the statement around it is not reached without the value. */
  exitWithout(value: Expr, exit: number): void {
    this.#exits?.push(this.exitStatement(value, exit));
  }

  /** Puts a statement before the one that is being lowered; false where there is none. */
  before(statement: Stmt): boolean {
    this.#exits?.push(statement);
    return this.#exits !== undefined;
  }

  exitStatement(value: Expr, exit: number): Stmt {
    const span = this.span(exit);
    const yes: Stmt[] = [];
    this.statement(exit, yes);
    // A call is made once: where the value is one, it may be missing or not.
    const test: Expr = isPlace(value)
      ? { k: 'binary', op: '==', left: value, right: { k: 'const', value: null, ...span }, ...span }
      : { k: 'unknown', parts: [], ...span };
    return { k: 'if', test, yes, otherwise: [], ...span };
  }

  protected override enterFunction(): void {
    super.enterFunction();
    this.#outerExits.push(this.#exits);
    this.#exits = undefined;
  }

  protected override leaveFunction(): void {
    super.leaveFunction();
    this.#exits = this.#outerExits.pop();
  }

  override isModuleFunction(name: string): boolean {
    return this.#moduleFunctions.has(name) || this.importedFunctions.has(name) || !this.mayInherit;
  }

  override reference(name: string, span: Span): Expr {
    const found = super.reference(name, span);
    return found.k === 'name' && this.#isOfReceiver(name) ? this.#ofReceiver(name, span) : found;
  }

  override calledReference(name: string, span: Span): Expr {
    return this.#isOfReceiver(name) && !this.extensions.has(name)
      ? this.#ofReceiver(name, span)
      : super.calledReference(name, span);
  }

  #isOfReceiver(name: string): boolean {
    if (!this.inReceiverBlock || !/^[a-z]/.test(name)) return false;
    return !(this.isLocal(name) || this.isBound(name) || this.#declared.has(name));
  }

  #ofReceiver(property: string, span: Span): Expr {
    return { k: 'member', object: { k: 'name', name: receiverName, ...span }, property, ...span };
  }

  lastIdentifier(n: number): number {
    const found = this.named(n).filter((child) => this.kind(child) === 'identifier');
    return found.at(-1) ?? n;
  }

  body(n: number): Stmt[] {
    return this.blockOrStatement(n);
  }

  /** A block is worth its last expression. */
  resultOf(n: number): Expr {
    if (isNone(n)) return this.missing();
    return this.kind(n) === 'block' ? this.resultOf(this.named(n).at(-1) ?? noNode) : this.expression(n);
  }

  annotations(n: number): Expr[] {
    const list = this.kind(n) === 'parameter_modifiers' ? n : this.childOfKind(n, 'modifiers');
    if (isNone(list)) return [];
    return this.named(list)
      .filter((child) => this.kind(child) === 'annotation')
      .map((child) => this.expression(child));
  }

  /** `name: Type` as the target of an assignment. */
  variable(declaration: number): Target {
    if (isNone(declaration)) return noTarget;
    const isPlain = this.kind(declaration) === 'identifier';
    const nameNode = isPlain ? declaration : this.childOfKind(declaration, 'identifier');
    if (isNone(nameNode)) return { k: 'none', ...this.span(declaration) };
    const type = isPlain ? undefined : this.named(declaration).find((child) => child > nameNode);
    return this.declared(nameNode, type ?? noNode);
  }

  arguments(list: number): Argument[] {
    return this.named(list).map((child) => {
      const parts = this.named(child);
      const value = this.expression(parts.at(-1) ?? noNode);
      return parts.length === 2 && this.hasToken(child, '=')
        ? { name: this.slice(parts[0]!), value }
        : { value };
    });
  }
}

function isPlace(expr: Expr): boolean {
  return expr.k === 'name' || (expr.k === 'member' && isPlace(expr.object));
}
