import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Argument, Expr, Span, Stmt, Target } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';

/** How the value that an extension is called on goes inside it. */
export const receiverName = '<receiver>';

export class KotlinLowering extends ClassLowering {
  /** Functions that are called on a value although they stand beside its class. */
  readonly extensions: ReadonlySet<string>;
  /** `this` is what the function is called on, which is its first parameter. */
  inExtension = false;
  /** A name that nothing declares belongs to the object that the block is called on (`apply`, `run`, `with`). */
  inReceiverBlock = false;
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

  override isModuleFunction(name: string): boolean {
    return this.#moduleFunctions.has(name);
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
    if (n < 0) return this.missing();
    return this.kind(n) === 'block' ? this.resultOf(this.named(n).at(-1) ?? -1) : this.expression(n);
  }

  annotations(n: number): Expr[] {
    const list = this.kind(n) === 'parameter_modifiers' ? n : this.childOfKind(n, 'modifiers');
    if (list < 0) return [];
    return this.named(list)
      .filter((child) => this.kind(child) === 'annotation')
      .map((child) => this.expression(child));
  }

  /** `name: Type` as the target of an assignment. */
  variable(declaration: number): Target {
    if (declaration < 0) return { k: 'none', start: 0, end: 0 };
    const isPlain = this.kind(declaration) === 'identifier';
    const nameNode = isPlain ? declaration : this.childOfKind(declaration, 'identifier');
    if (nameNode < 0) return { k: 'none', ...this.span(declaration) };
    const type = isPlain ? undefined : this.named(declaration).find((child) => child > nameNode);
    return this.declared(nameNode, type ?? -1);
  }

  arguments(list: number): Argument[] {
    return (list < 0 ? [] : this.named(list)).map((child) => {
      const parts = this.named(child);
      const value = this.expression(parts.at(-1) ?? -1);
      return parts.length === 2 && this.hasToken(child, '=')
        ? { name: this.slice(parts[0]!), value }
        : { value };
    });
  }
}
