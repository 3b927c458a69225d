import type { Expr } from '../../ir/ir.ts';
import { unescaped } from '../shared/escapes.ts';
import { literalItems } from '../shared/plain-nodes.ts';
import { noNode } from '../shared/tree-reader.ts';
import { lowerCall, lowerStruct } from './calls.ts';
import { lowerClosure } from './functions.ts';
import type { RustLowering } from './lowering.ts';
import { lowerMacro } from './macros.ts';
import { lowerIf, lowerMatch } from './statements.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(low: RustLowering): Record<string, (n: number) => Expr> {
  const number = (n: number): Expr => ({ k: 'const', value: numberOf(low.slice(n)), ...low.span(n) });
  const inner = (n: number) => low.expression(low.firstNamed(n));
  const list = (n: number): Expr => ({
    k: 'list',
    items: literalItems(low, low.named(n)).map((child) => ({ spread: false, value: low.expression(child) })),
    isSet: false,
    ...low.span(n),
  });
  return {
    identifier: (n) => low.reference(low.slice(n), low.span(n)),
    type_identifier: (n) => low.reference(low.slice(n), low.span(n)),
    shorthand_field_identifier: (n) => low.reference(low.slice(n), low.span(n)),
    self: (n) => ({ k: 'name', name: 'self', ...low.span(n) }),
    scoped_identifier: (n) => low.scoped(n),
    scoped_type_identifier: (n) => low.scoped(n),
    generic_type: (n) => low.expression(low.field(n, 'type')),
    reference_type: (n) => low.expression(low.field(n, 'type')),
    generic_function: (n) => low.expression(low.field(n, 'function')),
    field_expression: (n) => {
      const object = low.expression(low.field(n, 'value'));
      const property = low.slice(low.field(n, 'field'));
      const parent = low.tree.parent[n]!;
      const isMethod = low.kind(parent) === 'call_expression' && low.field(parent, 'function') === n;
      return isMethod
        ? { k: 'member', object, property, ...low.span(n) }
        : low.fieldOf(object, property, low.span(n));
    },
    index_expression: (n) => {
      const [object, index] = low.named(n);
      if (index !== undefined && low.kind(index) === 'range_expression')
        return { k: 'slice', object: low.expression(object!), parts: [], ...low.span(n) };
      return {
        k: 'index',
        object: low.expression(object ?? noNode),
        index: low.expression(index ?? noNode),
        ...low.span(n),
      };
    },
    call_expression: (n) => lowerCall(low, n),
    macro_invocation: (n) => lowerMacro(low, n),
    struct_expression: (n) => lowerStruct(low, n),
    closure_expression: (n) => ({ k: 'function', fn: lowerClosure(low, n), ...low.span(n) }),
    string_literal: (n) => ({ k: 'const', value: textOf(low.slice(n)), ...low.span(n) }),
    raw_string_literal: (n) => ({
      k: 'const',
      value: low.slice(n).replace(/^b?r#*"|"#*$/g, ''),
      ...low.span(n),
    }),
    char_literal: (n) => ({
      k: 'const',
      value: unescaped(low.slice(n).replace(/^b?'|'$/g, '')),
      ...low.span(n),
    }),
    integer_literal: number,
    float_literal: number,
    boolean_literal: (n) => ({ k: 'const', value: low.slice(n) === 'true', ...low.span(n) }),
    array_expression: list,
    tuple_expression: list,
    binary_expression: (n) => binary(low, n),
    unary_expression: (n) => {
      const op = low.text[low.start(n)]!;
      const value = low.expression(low.firstNamed(n));
      return op === '*' ? value : { k: 'unary', op, value, ...low.span(n) };
    },
    assignment_expression: (n) => ({
      k: 'assign',
      target: low.target(low.field(n, 'left')),
      value: low.expression(low.field(n, 'right')),
      ...low.span(n),
    }),
    compound_assignment_expr: (n) => ({
      k: 'assign',
      target: low.place(low.field(n, 'left')),
      op: low.slice(low.field(n, 'operator')).slice(0, -1),
      value: low.expression(low.field(n, 'right')),
      ...low.span(n),
    }),
    reference_expression: (n) => low.expression(low.field(n, 'value')),
    try_expression: inner,
    await_expression: inner,
    parenthesized_expression: inner,
    type_cast_expression: (n) => low.expression(low.field(n, 'value')),
    if_expression: (n) => lowerIf(low, n),
    match_expression: (n) => lowerMatch(low, n),
    block: (n) => low.lastOf(n),
    else_clause: inner,
    unsafe_block: (n) => low.lastOf(low.childOfKind(n, 'block')),
    async_block: (n) => low.lastOf(low.childOfKind(n, 'block')),
    expression_statement: inner,
    return_expression: (n) => low.expression(low.firstNamed(n)),
  };
}

function binary(low: RustLowering, n: number): Expr {
  const chain: number[] = [];
  let at = n;
  while (low.kind(at) === 'binary_expression') {
    chain.push(at);
    at = low.field(at, 'left');
  }
  let left = low.expression(at);
  for (let i = chain.length - 1; i >= 0; i--) {
    const node = chain[i]!;
    const op = low.slice(low.field(node, 'operator'));
    const right = low.expression(low.field(node, 'right'));
    left =
      op === '&&' || op === '||'
        ? { k: 'logic', op: op === '&&' ? 'and' : 'or', left, right, ...low.span(node) }
        : { k: 'binary', op, left, right, ...low.span(node) };
  }
  return left;
}

function textOf(source: string): string {
  // A backslash at the end of a line joins it with what follows on the next.
  return unescaped(source.replace(/^[bc]?"|"$/g, '').replace(/((?:^|[^\\])(?:\\\\)*)\\\r?\n\s*/g, '$1'));
}

function numberOf(text: string): number {
  const plain = text.replace(/_/g, '').replace(/(?:[iuf](?:8|16|32|64|128|size))$/, '');
  return Number(plain);
}
