import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ClassIr, Expr, ModuleIr, Span, Stmt } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';
import { maxLiteralItems } from '../shared/plain-nodes.ts';
import { lowerCall, lowerMacro, lowerStruct } from './calls.ts';
import { lowerClosure } from './functions.ts';
import { lowerIf, lowerMatch, statementHandlers } from './statements.ts';

/** Rust's syntax tree to the intermediate form. References, results and options are the values they hold. */
export function lowerRust(tree: FlatTree, text: string): ModuleIr {
  return new RustLowering(tree, text).module();
}

export class RustLowering extends Lowering {
  /** Types of this file with the methods of all their implementations. */
  readonly types = new Map<string, ClassIr>();
  /** Attributes before an item, such as the route of a handler. */
  attributes: string[] = [];
  typeName: string | undefined;
  readonly #bound = new Set<string>();
  readonly #free = new Set<string>();
  readonly #numbers: ReadonlySet<string>;

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.#numbers = numericFields(text);
    const number = (n: number): Expr => ({ k: 'const', value: numberOf(this.slice(n)), ...this.span(n) });
    const inner = (n: number) => this.expression(this.firstNamed(n));
    const list = (n: number): Expr => ({
      k: 'list',
      items: this.named(n)
        .slice(0, maxLiteralItems)
        .map((child) => ({ spread: false, value: this.expression(child) })),
      isSet: false,
      ...this.span(n),
    });
    this.handle(
      {
        identifier: (n) => this.reference(this.slice(n), this.span(n)),
        type_identifier: (n) => this.reference(this.slice(n), this.span(n)),
        shorthand_field_identifier: (n) => this.reference(this.slice(n), this.span(n)),
        self: (n) => ({ k: 'name', name: 'self', ...this.span(n) }),
        scoped_identifier: (n) => this.#scoped(n),
        scoped_type_identifier: (n) => this.#scoped(n),
        generic_type: (n) => this.expression(this.field(n, 'type')),
        reference_type: (n) => this.expression(this.field(n, 'type')),
        generic_function: (n) => this.expression(this.field(n, 'function')),
        field_expression: (n) => {
          const object = this.expression(this.field(n, 'value'));
          const property = this.slice(this.field(n, 'field'));
          const parent = this.tree.parent[n]!;
          const isMethod = this.kind(parent) === 'call_expression' && this.field(parent, 'function') === n;
          return isMethod
            ? { k: 'member', object, property, ...this.span(n) }
            : this.fieldOf(object, property, this.span(n));
        },
        index_expression: (n) => {
          const [object, index] = this.named(n);
          if (index !== undefined && this.kind(index) === 'range_expression')
            return { k: 'slice', object: this.expression(object!), parts: [], ...this.span(n) };
          return {
            k: 'index',
            object: this.expression(object ?? -1),
            index: this.expression(index ?? -1),
            ...this.span(n),
          };
        },
        call_expression: (n) => lowerCall(this, n),
        macro_invocation: (n) => lowerMacro(this, n),
        struct_expression: (n) => lowerStruct(this, n),
        closure_expression: (n) => ({ k: 'function', fn: lowerClosure(this, n), ...this.span(n) }),
        string_literal: (n) => ({ k: 'const', value: textOf(this.slice(n)), ...this.span(n) }),
        raw_string_literal: (n) => ({
          k: 'const',
          value: this.slice(n).replace(/^b?r#*"|"#*$/g, ''),
          ...this.span(n),
        }),
        char_literal: (n) => ({ k: 'const', value: this.slice(n).slice(1, -1), ...this.span(n) }),
        integer_literal: number,
        float_literal: number,
        boolean_literal: (n) => ({ k: 'const', value: this.slice(n) === 'true', ...this.span(n) }),
        array_expression: list,
        tuple_expression: list,
        binary_expression: (n) => this.#binary(n),
        unary_expression: (n) => {
          const op = this.text[this.start(n)]!;
          const value = this.expression(this.firstNamed(n));
          return op === '*' ? value : { k: 'unary', op, value, ...this.span(n) };
        },
        assignment_expression: (n) => ({
          k: 'assign',
          target: this.place(this.field(n, 'left')),
          value: this.expression(this.field(n, 'right')),
          ...this.span(n),
        }),
        compound_assignment_expr: (n) => ({
          k: 'assign',
          target: this.place(this.field(n, 'left')),
          op: this.slice(this.field(n, 'operator')).slice(0, -1),
          value: this.expression(this.field(n, 'right')),
          ...this.span(n),
        }),
        reference_expression: (n) => this.expression(this.field(n, 'value')),
        try_expression: inner,
        await_expression: inner,
        parenthesized_expression: inner,
        type_cast_expression: (n) => this.expression(this.field(n, 'value')),
        if_expression: (n) => lowerIf(this, n),
        match_expression: (n) => lowerMatch(this, n),
        block: (n) => this.lastOf(n),
        else_clause: inner,
        unsafe_block: (n) => this.lastOf(this.childOfKind(n, 'block')),
        async_block: (n) => this.lastOf(this.childOfKind(n, 'block')),
        expression_statement: inner,
        return_expression: (n) => this.expression(this.firstNamed(n)),
      },
      statementHandlers(this),
    );
  }

  /** Types and functions that are neither imported nor defined here are known by their plain name. */
  override module(): ModuleIr {
    const module = super.module();
    for (const name of this.#free) {
      if (this.#bound.has(name) || this.types.has(name) || module.locals.has(name)) continue;
      module.locals.add(name);
      const bindings = [{ local: name, path: [name] }];
      module.body.unshift({ k: 'import', module: name, bindings, start: 0, end: 0 });
    }
    return module;
  }

  bind(local: string): void {
    this.#bound.add(local);
    this.declare(local);
  }

  reference(name: string, span: Span): Expr {
    if (name === 'Self' && this.typeName !== undefined) return { k: 'name', name: this.typeName, ...span };
    if (/^[A-Z]/.test(name)) this.#free.add(name);
    return { k: 'name', name, ...span };
  }

  place(n: number): Expr & { k: 'name' | 'member' | 'index' } {
    const value = this.expression(n);
    if (value.k === 'name' || value.k === 'member' || value.k === 'index') return value;
    const [field] = value.k === 'call' ? value.args : [];
    if (field?.value.k === 'member' && this.#numbers.has(field.value.property)) return field.value;
    return { k: 'name', name: '_', ...this.span(n) };
  }

  /** The value of a block: its last expression, when that is not ended by a semicolon. */
  lastOf(n: number): Expr {
    if (n < 0) return this.missing();
    const children = this.named(n);
    const items = children.map((child) => ({ spread: false, value: this.expression(child) }));
    if (items.length === 1) return items[0]!.value;
    if (items.length === 0) return { k: 'const', value: null, ...this.span(n) };
    const span = this.span(n);
    return {
      k: 'index',
      object: { k: 'list', items, isSet: false, ...span },
      index: { k: 'const', value: items.length - 1, ...span },
      ...span,
    };
  }

  /** A field that every type of this file declares as a number holds one, wherever the object came from. */
  fieldOf(object: Expr, property: string, span: Span): Expr {
    const field: Expr = { k: 'member', object, property, ...span };
    if (!this.#numbers.has(property)) return field;
    const callee: Expr = { k: 'name', name: '@number', ...span };
    return { k: 'call', callee, args: [{ value: field }], isNew: false, ...span };
  }

  #scoped(n: number): Expr {
    const path = this.field(n, 'path');
    const name = this.slice(this.field(n, 'name'));
    if (path < 0) return this.reference(name, this.span(n));
    const object = this.expression(path);
    // A path that starts with a crate needs no import.
    if (object.k === 'name' && !/^[A-Z]/.test(object.name)) this.#free.add(object.name);
    return { k: 'member', object, property: name, ...this.span(n) };
  }

  #binary(n: number): Expr {
    const chain: number[] = [];
    let at = n;
    while (at >= 0 && this.kind(at) === 'binary_expression') {
      chain.push(at);
      at = this.field(at, 'left');
    }
    let left = this.expression(at);
    for (let i = chain.length - 1; i >= 0; i--) {
      const node = chain[i]!;
      const op = this.slice(this.field(node, 'operator'));
      const right = this.expression(this.field(node, 'right'));
      left =
        op === '&&' || op === '||'
          ? { k: 'logic', op: op === '&&' ? 'and' : 'or', left, right, ...this.span(node) }
          : { k: 'binary', op, left, right, ...this.span(node) };
    }
    return left;
  }

  bodyOf(n: number): Stmt[] {
    return n < 0 ? [] : this.block(n);
  }
}

/** Names of fields that are declared as numbers and never as anything else. */
function numericFields(text: string): Set<string> {
  const numbers = new Set<string>();
  const others = new Set<string>();
  for (const [, name = '', type = ''] of text.matchAll(/\b([a-z_]\w*)\s{0,4}:\s{0,4}([A-Za-z_&<:]+\d*)/g))
    if (/^(?:Option<)?(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|Uuid|NaiveDate)$/.test(type))
      numbers.add(name);
    else others.add(name);
  for (const name of others) numbers.delete(name);
  return numbers;
}

function textOf(source: string): string {
  return source
    .replace(/^b?"|"$/g, '')
    .replace(/\\(?:\r?\n\s*|(.))/g, (_, c: string | undefined) =>
      c === 'n' ? '\n' : c === 't' ? '\t' : c === 'r' ? '\r' : (c ?? ''),
    );
}

function numberOf(text: string): number {
  const plain = text.replace(/_/g, '').replace(/(?:[iuf](?:8|16|32|64|128|size))$/, '');
  return Number(plain);
}
