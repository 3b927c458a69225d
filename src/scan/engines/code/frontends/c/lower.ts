import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, FunctionIr, ModuleIr, Parameter, Span, Target } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';
import { fixedValue } from '../shared/plain-nodes.ts';
import { BufferSizes } from './buffer-sizes.ts';
import { lowerCall, lowerDelete } from './calls.ts';
import { lowerComparison, lowerNegation, lowerTruth } from './comparisons.ts';
import { literalHandlers } from './literals.ts';
import { statementHandlers } from './statements.ts';
import { lowerTarget } from './targets.ts';

/** The syntax trees of C and C++ to the intermediate form. A pointer is what it points to: `*p`, `p[0]` and `p` share what is known. */
export function lowerC(tree: FlatTree, text: string): ModuleIr {
  return new CLowering(tree, text).module();
}

export class CLowering extends Lowering {
  /** Fields of the class whose body is being lowered: they are named without `this`. */
  fields: ReadonlySet<string> = new Set();
  className: string | undefined;
  /** Variables that the function at hand gives back to the allocator: their uses are marked. */
  released: ReadonlySet<string> = new Set();
  readonly sizes: BufferSizes;
  #inAddress = false;
  readonly #locals: Array<Set<string>> = [new Set()];

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.sizes = new BufferSizes(this);
    this.handle(
      {
        identifier: (n) => this.reference(this.slice(n), this.span(n)),
        field_identifier: (n) => this.reference(this.slice(n), this.span(n)),
        this: (n) => ({ k: 'name', name: 'this', ...this.span(n) }),
        qualified_identifier: (n) => this.#qualified(n),
        template_function: (n) => this.expression(this.field(n, 'name')),
        field_expression: (n) => ({
          k: 'member',
          object: this.expression(this.field(n, 'argument')),
          property: this.slice(this.field(n, 'field')),
          ...this.span(n),
        }),
        subscript_expression: (n) => this.#subscript(n),
        pointer_expression: (n) => this.#pointer(n),
        call_expression: (n) => lowerCall(this, n),
        new_expression: (n) => ({
          k: 'call',
          callee: { k: 'name', name: this.slice(this.field(n, 'type')), ...this.span(n) },
          args: this.named(this.field(n, 'arguments')).map((child) => ({ value: this.expression(child) })),
          isNew: true,
          ...this.span(n),
        }),
        delete_expression: (n) => lowerDelete(this, n),
        assignment_expression: (n) => this.#assignment(n),
        update_expression: (n) => this.#update(n),
        binary_expression: (n) => lowerComparison(this, n),
        unary_expression: (n) => lowerNegation(this, n),
        conditional_expression: (n) => ({
          k: 'cond',
          test: lowerTruth(this, this.field(n, 'condition')),
          yes: this.expression(this.field(n, 'consequence')),
          otherwise: this.expression(this.field(n, 'alternative')),
          ...this.span(n),
        }),
        cast_expression: (n) => this.expression(this.field(n, 'value')),
        parenthesized_expression: (n) => this.expression(this.firstNamed(n)),
        condition_clause: (n) => this.expression(this.field(n, 'value')),
        comma_expression: (n) =>
          this.sequence(
            [this.expression(this.field(n, 'left')), this.expression(this.field(n, 'right'))],
            1,
            n,
          ),
        sizeof_expression: (n) => fixedValue(this, n),
        lambda_expression: (n) => ({ k: 'function', fn: this.#lambda(n), ...this.span(n) }),
        ...literalHandlers(this),
      },
      statementHandlers(this),
    );
  }

  override declare(name: string): void {
    super.declare(name);
    this.#locals.at(-1)!.add(name);
  }

  protected override enterFunction(): void {
    this.#locals.push(new Set());
    this.sizes.enter();
  }

  protected override leaveFunction(): void {
    this.sizes.leave();
    this.#locals.pop();
  }

  /** A variable of the function at hand, not one that other functions share. */
  isOwn(name: string): boolean {
    return this.#locals.slice(1).some((scope) => scope.has(name));
  }

  reference(name: string, span: Span): Expr {
    const isLocal = this.#locals.some((scope) => scope.has(name));
    if (!isLocal && this.fields.has(name))
      return { k: 'member', object: { k: 'name', name: 'this', ...span }, property: name, ...span };
    return { k: 'name', name, ...span };
  }

  target(n: number): Target {
    return lowerTarget(this, n);
  }

  /** Values one behind the other, of which one counts. */
  sequence(values: readonly Expr[], which: number, n: number): Expr {
    const span = this.span(n);
    const items = values.map((value) => ({ spread: false, value }));
    return {
      k: 'index',
      object: { k: 'list', items, isSet: false, ...span },
      index: { k: 'const', value: which, ...span },
      ...span,
    };
  }

  /** The standard library's functions are known without their namespace. */
  #qualified(n: number): Expr {
    const scope = this.field(n, 'scope');
    const name = this.field(n, 'name');
    const kind = this.kind(name);
    const inner =
      kind === 'qualified_identifier'
        ? this.#qualified(name)
        : this.reference(
            this.slice(kind === 'template_function' ? this.field(name, 'name') : name),
            this.span(n),
          );
    if (scope < 0 || this.slice(scope) === 'std') return inner;
    const object: Expr = { k: 'name', name: this.slice(scope), ...this.span(scope) };
    if (inner.k === 'member') return { ...inner, object };
    return inner.k === 'name' ? { k: 'member', object, property: inner.name, ...this.span(n) } : inner;
  }

  #subscript(n: number): Expr {
    const indices = this.field(n, 'indices');
    const index = indices < 0 ? this.field(n, 'index') : this.firstNamed(indices);
    const argument = this.field(n, 'argument');
    const object = this.expression(argument);
    const isOutside = !this.#inAddress && this.sizes.isOutside(argument, index);
    return {
      k: 'index',
      object: isOutside ? this.overrun(object, n) : object,
      index: this.expression(index),
      ...this.span(n),
    };
  }

  #pointer(n: number): Expr {
    const isAddress = this.slice(this.field(n, 'operator')) === '&';
    // The address one behind the end is no access.
    const before = this.#inAddress;
    this.#inAddress = isAddress;
    const value = this.expression(this.field(n, 'argument'));
    this.#inAddress = before;
    if (isAddress) return value;
    return { k: 'index', object: value, index: { k: 'const', value: 0, ...this.span(n) }, ...this.span(n) };
  }

  #update(n: number): Expr {
    const span = this.span(n);
    this.sizes.forget(this.slice(this.field(n, 'argument')));
    const target = this.target(this.field(n, 'argument'));
    const op = this.slice(this.field(n, 'operator')).slice(0, 1);
    return { k: 'assign', target, op, value: { k: 'const', value: 1, ...span }, ...span };
  }

  /** The same value, with a word to the rules that more is touched than there is. */
  overrun(value: Expr, n: number): Expr {
    const span = this.span(n);
    const callee: Expr = { k: 'name', name: '@overrun', ...span };
    return this.sequence([{ k: 'call', callee, args: [], isNew: false, ...span }, value], 1, n);
  }

  #assignment(n: number): Expr {
    const left = this.field(n, 'left');
    if (this.kind(left) === 'identifier') this.sizes.assigned(this.slice(left), this.field(n, 'right'));
    const op = this.slice(this.field(n, 'operator')).slice(0, -1);
    const value = this.expression(this.field(n, 'right'));
    const target = this.target(this.field(n, 'left'));
    return op
      ? { k: 'assign', target, value, op, ...this.span(n) }
      : { k: 'assign', target, value, ...this.span(n) };
  }

  #lambda(n: number): FunctionIr {
    const details = {
      name: '',
      decorators: [],
      className: this.className,
      isStatic: false,
      ownsThis: false,
      exported: false,
    };
    return this.functionIr(n, -1, details, () => {
      const declarator = this.field(n, 'declarator');
      const list = declarator < 0 ? -1 : this.field(declarator, 'parameters');
      return { parameters: this.parameters(list), body: this.block(this.field(n, 'body')) };
    });
  }

  parameters(list: number): Parameter[] {
    if (list < 0) return [];
    const parameters: Parameter[] = [];
    for (const child of this.named(list)) {
      const name = this.declaredName(this.field(child, 'declarator'));
      if (name < 0) continue;
      const text = this.slice(name);
      this.declare(text);
      const target: Target = { k: 'name', name: text, ...this.span(name) };
      const value = this.field(child, 'default_value');
      parameters.push({
        target,
        name: text,
        kind: 'plain',
        otherwise: value < 0 ? undefined : this.expression(value),
        type: undefined,
        decorators: [],
      });
    }
    return parameters;
  }

  /** The name inside a declarator such as `*(*names)[3]`. */
  declaredName(n: number): number {
    let at = n;
    for (let depth = 0; at >= 0 && depth < 20; depth++) {
      const kind = this.kind(at);
      if (kind.endsWith('identifier')) return at;
      const inner = this.field(at, 'declarator');
      at = inner >= 0 ? inner : this.firstNamed(at);
    }
    return -1;
  }
}
