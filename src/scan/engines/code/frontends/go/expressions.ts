import type { Expr } from '../../ir/ir.ts';
import { saidType } from '../shared/said-type.ts';
import { lowerCall, lowerComposite, lowerConversion } from './calls.ts';
import { lowerFunction } from './declarations.ts';
import { goNumber, goString } from './literals.ts';
import type { GoLowering } from './lowering.ts';
import { lowerBinary, lowerSlice, lowerUnary } from './operators.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(go: GoLowering): Record<string, (n: number) => Expr> {
  const inner = (n: number) => go.expression(go.firstNamed(n));
  const text_ = (n: number): Expr => ({ k: 'const', value: goString(go.slice(n)), ...go.span(n) });
  const number = (n: number): Expr => ({ k: 'const', value: goNumber(go.slice(n)), ...go.span(n) });
  const constant =
    (value: boolean | null) =>
    (n: number): Expr => ({ k: 'const', value, ...go.span(n) });
  const type = (n: number) => go.type(n) ?? go.missing();
  return {
    identifier: (n) => ({ k: 'name', name: go.slice(n), ...go.span(n) }),
    type_identifier: type,
    qualified_type: type,
    pointer_type: type,
    generic_type: type,
    interpreted_string_literal: text_,
    raw_string_literal: text_,
    rune_literal: text_,
    int_literal: number,
    float_literal: number,
    true: constant(true),
    false: constant(false),
    nil: constant(null),
    selector_expression: (n) => ({
      k: 'member',
      object: go.expression(go.field(n, 'operand')),
      property: go.slice(go.field(n, 'field')),
      ...go.span(n),
    }),
    index_expression: (n) => ({
      k: 'index',
      object: go.expression(go.field(n, 'operand')),
      index: go.expression(go.field(n, 'index')),
      ...go.span(n),
    }),
    slice_expression: (n) => lowerSlice(go, n),
    call_expression: (n) => lowerCall(go, n),
    composite_literal: (n) => lowerComposite(go, n),
    func_literal: (n) => ({ k: 'function', fn: lowerFunction(go, n, undefined), ...go.span(n) }),
    binary_expression: (n) => lowerBinary(go, n),
    unary_expression: (n) => lowerUnary(go, n),
    parenthesized_expression: inner,
    type_assertion_expression: (n) =>
      saidType(go.expression(go.field(n, 'operand')), go.slice(go.field(n, 'type'))),
    type_conversion_expression: (n) => lowerConversion(go, n),
    type_instantiation_expression: inner,
  };
}
