import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, ModuleIr, Span, Target } from '../../ir/ir.ts';
import { type FunctionDetails, Lowering } from '../shared/lowering.ts';
import { lowerBinary, lowerConditional } from './branches.ts';
import { lowerCall, lowerSuper, lowerYield } from './calls.ts';
import { type FileDeclarations, readDeclarations } from './declarations.ts';
import { functionHandlers } from './functions.ts';
import { literalHandlers, pairHeredocs } from './literals.ts';
import { statementHandlers } from './statements.ts';
import { lowerTarget } from './targets.ts';

/** Ruby's syntax tree to the intermediate form. */
export function lowerRuby(tree: FlatTree, text: string): ModuleIr {
  return new RubyLowering(tree, text).module();
}

/** Names that are variables in a method, a block or the file; a block also sees those around it. */
interface LocalScope {
  readonly names: Set<string>;
  readonly isBlock: boolean;
}

export class RubyLowering extends Lowering {
  readonly declarations: FileDeclarations;
  /** The text of a heredoc stands behind the line that names it. */
  readonly heredocs: ReadonlyMap<number, number>;
  readonly #constants = new Set<string>();
  readonly #locals: LocalScope[] = [{ names: new Set(), isBlock: false }];
  readonly #classes: string[] = [];

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.declarations = readDeclarations(this);
    this.heredocs = pairHeredocs(this);
    this.handle(
      {
        identifier: (n) => this.reference(this.slice(n), this.span(n)),
        constant: (n) => this.constant(this.slice(n), this.span(n)),
        scope_resolution: (n) => this.#scoped(n),
        instance_variable: (n) => this.selfMember(this.slice(n).slice(1), this.span(n)),
        class_variable: (n) => this.selfMember(this.slice(n).slice(2), this.span(n)),
        global_variable: (n) => ({ k: 'name', name: this.slice(n), ...this.span(n) }),
        self: (n) => ({ k: 'name', name: 'self', ...this.span(n) }),
        call: (n) => lowerCall(this, n),
        super: (n) => lowerSuper(this, n),
        yield: (n) => lowerYield(this, n),
        element_reference: (n) => this.#element(n),
        assignment: (n) => this.#assignment(n),
        operator_assignment: (n) => ({
          k: 'assign',
          target: this.target(this.field(n, 'left')),
          op: this.slice(this.field(n, 'operator')).slice(0, -1),
          value: this.expression(this.field(n, 'right')),
          ...this.span(n),
        }),
        binary: (n) => lowerBinary(this, n),
        unary: (n) => {
          const op = this.slice(this.field(n, 'operator'));
          const value = this.expression(this.field(n, 'operand'));
          if (op === 'defined?') return { k: 'unknown', parts: [], ...this.span(n) };
          return { k: 'unary', op: op === 'not' ? '!' : op, value, ...this.span(n) };
        },
        conditional: (n) => ({
          k: 'cond',
          test: this.expression(this.field(n, 'condition')),
          yes: this.expression(this.field(n, 'consequence')),
          otherwise: this.expression(this.field(n, 'alternative')),
          ...this.span(n),
        }),
        parenthesized_statements: (n) => this.lastOf(n),
        rescue_modifier: (n) => ({
          k: 'logic',
          op: 'or',
          left: this.expression(this.field(n, 'body')),
          right: this.expression(this.field(n, 'handler')),
          ...this.span(n),
        }),
        if: (n) => lowerConditional(this, n),
        unless: (n) => lowerConditional(this, n),
        case: (n) => lowerConditional(this, n),
        begin: (n) => this.lastOf(n),
        interpolation: (n) => this.lastOf(n),
        ...literalHandlers(this),
        ...functionHandlers(this),
      },
      statementHandlers(this),
    );
  }

  /** Constants that the file does not define are names of libraries or of other files. */
  override module(): ModuleIr {
    const module = super.module();
    for (const name of this.declarations.constants) module.locals.add(name);
    for (const name of this.#constants) {
      if (this.declarations.constants.has(name)) continue;
      module.locals.add(name);
      const bindings = [{ local: name, path: [name] }];
      module.body.unshift({ k: 'import', module: name, bindings, start: 0, end: 0 });
    }
    return module;
  }

  override declare(name: string): void {
    if (this.isLocal(name)) return;
    super.declare(name);
    this.#locals.at(-1)!.names.add(name);
  }

  /** A parameter hides a variable of the same name outside the block. */
  declareParameter(name: string): void {
    super.declare(name);
    this.#locals.at(-1)!.names.add(name);
  }

  isLocal(name: string): boolean {
    for (let i = this.#locals.length - 1; i >= 0; i--) {
      const scope = this.#locals[i]!;
      if (scope.names.has(name)) return true;
      if (!scope.isBlock) return false;
    }
    return false;
  }

  protected override enterFunction({ ownsThis }: FunctionDetails): void {
    this.#locals.push({ names: new Set(), isBlock: !ownsThis });
  }

  protected override leaveFunction(): void {
    this.#locals.pop();
  }

  get className(): string | undefined {
    return this.#classes.at(-1);
  }

  inClass<T>(name: string, work: () => T): T {
    this.#classes.push(name);
    const result = work();
    this.#classes.pop();
    return result;
  }

  /** A plain name: a variable, a method of the class without arguments, or something that only rules know. */
  reference(name: string, span: Span): Expr {
    if (this.isLocal(name)) return { k: 'name', name, ...span };
    const { className } = this;
    if (className !== undefined && this.declarations.isMethod(className, name))
      return { k: 'call', callee: this.selfMember(name, span), args: [], isNew: false, ...span };
    if (className !== undefined && this.declarations.isAttribute(className, name))
      return this.selfMember(name, span);
    if (this.declarations.functions.has(name))
      return { k: 'call', callee: { k: 'name', name, ...span }, args: [], isNew: false, ...span };
    return { k: 'name', name, ...span };
  }

  constant(name: string, span: Span): Expr {
    this.#constants.add(name);
    return { k: 'name', name, ...span };
  }

  selfMember(property: string, span: Span): Expr & { k: 'member' } {
    return { k: 'member', object: { k: 'name', name: 'self', ...span }, property, ...span };
  }

  target(n: number): Target {
    return lowerTarget(this, n);
  }

  /** The value of the last of several statements; those before it are evaluated for what they do. */
  lastOf(n: number): Expr {
    const children = this.named(n).filter((child) => !sideParts.has(this.kind(child)));
    if (children.length === 0) return { k: 'const', value: null, ...this.span(n) };
    if (children.length === 1) return this.expression(children[0]!);
    const items = children.map((child) => ({ spread: false, value: this.expression(child) }));
    const last: Expr = { k: 'const', value: items.length - 1, ...this.span(n) };
    return {
      k: 'index',
      object: { k: 'list', items, isSet: false, ...this.span(n) },
      index: last,
      ...this.span(n),
    };
  }

  #scoped(n: number): Expr {
    const name = this.slice(this.field(n, 'name'));
    const scope = this.field(n, 'scope');
    if (scope < 0 || this.declarations.constants.has(name)) return this.constant(name, this.span(n));
    return { k: 'member', object: this.expression(scope), property: name, ...this.span(n) };
  }

  #element(n: number): Expr {
    const [first, ...keys] = this.named(n);
    const object = this.expression(first ?? -1);
    // `DB["select …"]` is how Sequel is asked.
    if (object.k === 'name' && object.name === 'DB' && keys.length)
      return {
        k: 'call',
        callee: { k: 'member', object, property: 'fetch', ...this.span(n) },
        args: keys.map((key) => ({ value: this.expression(key) })),
        isNew: false,
        ...this.span(n),
      };
    if (keys.length === 1 && this.kind(keys[0]!) !== 'range')
      return { k: 'index', object, index: this.expression(keys[0]!), ...this.span(n) };
    return { k: 'slice', object, parts: keys.map((key) => this.expression(key)), ...this.span(n) };
  }

  #assignment(n: number): Expr {
    const value = this.expression(this.field(n, 'right'));
    const target = this.target(this.field(n, 'left'));
    return { k: 'assign', target, value, ...this.span(n) };
  }
}

/** Parts of a body that are not among its values. */
const sideParts = new Set(['rescue', 'ensure', 'else', 'heredoc_body', 'empty_statement']);
