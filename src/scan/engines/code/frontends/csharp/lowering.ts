import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Argument, Expr, Span, Stmt, Target } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';
import { literalItems } from '../shared/plain-nodes.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { TypeAliases } from './type-aliases.ts';

export class CsharpLowering extends ClassLowering {
  readonly aliases: TypeAliases;
  readonly #controllers = new Map<string, boolean>();

  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'this');
    this.aliases = new TypeAliases(text);
  }

  /**
   * Whether a class takes requests: it is called a controller, and so is what it extends, or it extends nothing in a file that names the framework.
   * Programs call other things controllers as well, and have interfaces for them.
   */
  isController(name: string): boolean {
    if (!name.endsWith('Controller')) return false;
    const known = this.#controllers.get(name);
    if (known !== undefined) return known;
    const at = this.text.search(new RegExp(`\\bclass\\s+${name}\\b`));
    const head = at < 0 ? '' : this.text.slice(at, at + maxHead).replace(/[{;][\s\S]*/, '');
    const bases = head.includes(':') ? head.slice(head.indexOf(':') + 1).split(/[,\s]+/) : undefined;
    const isOne = bases ? bases.some((base) => controllerBase.test(base)) : frameworks.test(this.text);
    this.#controllers.set(name, isOne);
    return isOne;
  }

  /** `@class` is a name that is written as it is because the word is taken; `@Process` is `Process`. */
  override slice(node: number): string {
    const text = super.slice(node);
    return text.startsWith('@') && this.kind(node) === 'identifier' ? text.slice(1) : text;
  }

  /** A method may be handed on by its plain name; what a member is read of is none. */
  handedOn(name: string, span: Span): Expr {
    const found = this.reference(name, span);
    return found.k === 'name' ? (this.methodReference(name, span) ?? found) : found;
  }

  /** A type where one is declared: `Color Color { get; }` is of the type, not of what the property holds. */
  declaredType(n: number): Expr {
    let at = n;
    while (this.kind(at) === 'nullable_type') at = this.firstNamed(at);
    if (this.kind(at) !== 'identifier') return this.expression(n);
    return this.type(this.aliases.of(this.slice(at)), this.span(at));
  }

  /** The body of a function or statement: in braces, behind an arrow, or a single statement. */
  body(n: number): Stmt[] {
    if (this.kind(n) === 'arrow_expression_clause')
      return [{ k: 'return', value: this.expression(this.firstNamed(n)), ...this.span(n) }];
    return this.blockOrStatement(n);
  }

  variable(nameNode: number, typeNode: number): Target {
    const isTyped = isNode(typeNode) && this.kind(typeNode) !== 'implicit_type';
    return this.declared(nameNode, isTyped ? typeNode : noNode);
  }

  arguments(list: number): Argument[] {
    if (isNone(list)) return [];
    return literalItems(this, this.named(list)).map((child) => {
      const name = this.field(child, 'name');
      const value = this.expression(this.named(child).at(-1) ?? noNode);
      return isNone(name) ? { value } : { name: this.slice(name), value };
    });
  }

  attributes(n: number): Expr[] {
    return this.named(n)
      .filter((child) => this.kind(child) === 'attribute_list')
      .flatMap((list) => this.named(list))
      .filter((child) => this.kind(child) === 'attribute')
      .map((child) => this.expression(child));
  }
}

const maxHead = 600;
const controllerBase = /^(?:[\w.]+\.)?(?!I[A-Z])\w*Controller(?:Base)?(?:<|$)/;
const frameworks =
  /\b(?:AspNetCore|System\.Web\.(?:Mvc|Http))\b|\[(?:ApiController|Route|Http(?:Get|Post|Put|Delete|Patch))\b/;
