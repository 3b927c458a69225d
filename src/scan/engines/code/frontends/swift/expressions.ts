import type { Expr, ListItem } from '../../ir/ir.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerCall } from './calls.ts';
import { lowerLambda } from './functions.ts';
import type { SwiftLowering } from './lowering.ts';
import { lowerOperators } from './operators.ts';
import { lowerText } from './texts.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(swift: SwiftLowering): Record<string, (n: number) => Expr> {
  const inner = (n: number) => swift.expression(swift.firstNamed(n));
  const part = (name: string) => (n: number) => swift.expression(swift.field(n, name));
  const type = (n: number) => swift.typeAt(n) ?? swift.nothing(swift.span(n));
  const number = (n: number): Expr => ({
    k: 'const',
    value: Number(swift.slice(n).replaceAll('_', '')),
    ...swift.span(n),
  });
  const binary = (n: number) => lowerOperators(swift, n);
  const text = (n: number) => lowerText(swift, n);
  return {
    simple_identifier: (n) => swift.reference(swift.slice(n), swift.span(n)),
    self_expression: (n) => ({ k: 'name', name: 'self', ...swift.span(n) }),
    super_expression: (n) => ({ k: 'name', name: 'super', ...swift.span(n) }),
    user_type: type,
    type_identifier: type,
    optional_type: type,
    line_string_literal: text,
    multi_line_string_literal: text,
    raw_string_literal: text,
    integer_literal: number,
    hex_literal: number,
    real_literal: number,
    boolean_literal: (n) => ({ k: 'const', value: swift.slice(n) === 'true', ...swift.span(n) }),
    navigation_expression: (n) => lowerNavigation(swift, n),
    call_expression: (n) => lowerCall(swift, n),
    lambda_literal: (n) => lowerLambda(swift, n),
    array_literal: (n) => ({
      k: 'list',
      items: swift.named(n).map((child): ListItem => ({ value: swift.expression(child), spread: false })),
      isSet: false,
      ...swift.span(n),
    }),
    dictionary_literal: (n) => lowerDictionary(swift, n),
    tuple_expression: (n) => lowerTuple(swift, n),
    additive_expression: binary,
    multiplicative_expression: binary,
    comparison_expression: binary,
    equality_expression: binary,
    conjunction_expression: binary,
    disjunction_expression: binary,
    bitwise_operation: binary,
    infix_expression: binary,
    nil_coalescing_expression: binary,
    ternary_expression: (n) => ({
      k: 'cond',
      test: swift.expression(swift.field(n, 'condition')),
      yes: swift.expression(swift.field(n, 'if_true')),
      otherwise: swift.expression(swift.field(n, 'if_false')),
      ...swift.span(n),
    }),
    prefix_expression: (n) => lowerPrefix(swift, n),
    postfix_expression: part('target'),
    as_expression: part('expr'),
    try_expression: part('expr'),
    await_expression: part('expr'),
    check_expression: (n) => swift.unknown(n),
    directly_assignable_expression: inner,
    range_expression: (n) => swift.unknown(n),
    value_argument_label: (n) => swift.nothing(swift.span(n)),
    value_binding_pattern: (n) => swift.nothing(swift.span(n)),
  };
}

function lowerNavigation(swift: SwiftLowering, n: number): Expr {
  const suffix = swift.field(n, 'suffix');
  const nameNode = swift.field(suffix, 'suffix');
  const object = swift.expression(swift.field(n, 'target'));
  if (isNone(nameNode)) return object;
  return { k: 'member', object, property: swift.slice(nameNode), ...swift.span(n) };
}

/** `!x`, `-x`; `.name` is a value of the type that is wanted, and goes by that name. */
function lowerPrefix(swift: SwiftLowering, n: number): Expr {
  const target = swift.field(n, 'target');
  const span = swift.span(n);
  const mark = swift.slice(n).charAt(0);
  if (mark === '.') return { k: 'name', name: `.${swift.slice(target)}`, ...span };
  const value = swift.expression(target);
  return mark === '!' || mark === '-' ? { k: 'unary', op: mark, value, ...span } : value;
}

function lowerDictionary(swift: SwiftLowering, n: number): Expr {
  const [keys, values] = [swift.fieldAll(n, 'key'), swift.fieldAll(n, 'value')];
  const entries = keys.map((key, i) => ({
    key: keyOf(swift, key),
    value: swift.expression(values[i] ?? noNode),
  }));
  return { k: 'map', entries, ...swift.span(n) };
}

/** Keys of the keychain are constants of the library, `kSecAttrAccessible as String`: they go by their name. */
function keyOf(swift: SwiftLowering, n: number): Expr {
  const name = /^(k[A-Z]\w+)\b/.exec(swift.slice(n))?.[1];
  return name === undefined ? swift.expression(n) : { k: 'const', value: name, ...swift.span(n) };
}

/** Parentheses around one value are only that. */
function lowerTuple(swift: SwiftLowering, n: number): Expr {
  const values = swift.fieldAll(n, 'value');
  if (values.length === 1) return swift.expression(values[0]!);
  const items = values.map((child): ListItem => ({ value: swift.expression(child), spread: false }));
  return { k: 'list', items, isSet: false, ...swift.span(n) };
}
