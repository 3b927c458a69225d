import type { Expr, ListItem } from '../../ir/ir.ts';
import { conditionalExpression } from '../shared/plain-nodes.ts';
import { lowerAnnotation, lowerCall, lowerGenericValue, lowerNew } from './calls.ts';
import { lowerLambda } from './functions.ts';
import type { ScalaLowering } from './lowering.ts';
import { sharedName, transparent } from './names.ts';
import { lowerInfix, lowerPostfix, lowerPrefix } from './operators.ts';
import { placeholder } from './placeholders.ts';
import { lowerComprehension, valued } from './tails.ts';
import { lowerInterpolated, lowerString } from './texts.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(scala: ScalaLowering): Record<string, (n: number) => Expr> {
  const inner = (n: number) => scala.expression(scala.firstNamed(n));
  const nothing = (n: number) => scala.nothing(scala.span(n));
  const value = (n: number) => valued(scala, n);
  const type = (n: number) => scala.typeAt(n) ?? nothing(n);
  const number = (n: number): Expr => ({
    k: 'const',
    value: numberOf(scala.slice(n)),
    ...scala.span(n),
  });
  return {
    identifier: (n) => lowerIdentifier(scala, n),
    wildcard: (n) => ({ k: 'name', name: placeholder, ...scala.span(n) }),
    type_identifier: type,
    generic_type: type,
    stable_type_identifier: type,
    stable_identifier: type,
    string: (n) => lowerString(scala, n),
    interpolated_string_expression: (n) => lowerInterpolated(scala, n),
    character_literal: (n) => ({ k: 'const', value: scala.slice(n).slice(1, -1), ...scala.span(n) }),
    integer_literal: number,
    floating_point_literal: number,
    boolean_literal: (n) => ({ k: 'const', value: scala.slice(n) === 'true', ...scala.span(n) }),
    null_literal: (n) => ({ k: 'const', value: null, ...scala.span(n) }),
    unit: nothing,
    field_expression: (n) => lowerField(scala, n),
    call_expression: (n) => lowerCall(scala, n),
    generic_function: (n) => lowerGenericValue(scala, n),
    instance_expression: (n) => lowerNew(scala, n),
    annotation: (n) => lowerAnnotation(scala, n),
    infix_expression: (n) => lowerInfix(scala, n),
    postfix_expression: (n) => lowerPostfix(scala, n),
    prefix_expression: (n) => lowerPrefix(scala, n),
    ascription_expression: inner,
    parenthesized_expression: inner,
    tuple_expression: (n) => lowerTuple(scala, n),
    lambda_expression: (n) => lowerLambda(scala, n),
    if_expression: (n) => conditionalExpression(scala, n),
    for_expression: (n) => lowerComprehension(scala, n),
    match_expression: value,
    try_expression: value,
    block: value,
    indented_block: value,
    return_expression: nothing,
    throw_expression: nothing,
    assignment_expression: (n) => scala.expression(scala.field(n, 'right')),
  };
}

function lowerIdentifier(scala: ScalaLowering, n: number): Expr {
  const name = scala.slice(n);
  return name === 'this' || name === 'super'
    ? { k: 'name', name, ...scala.span(n) }
    : scala.reference(name, scala.span(n));
}

/** `x.name`; methods that take nothing are called without parentheses. */
function lowerField(scala: ScalaLowering, n: number): Expr {
  const span = scala.span(n);
  const property = scala.slice(scala.field(n, 'field'));
  if (/^(?:scala|java|javax|org|com|sys)(?:\.[a-z]\w*)*\.[A-Z]\w*$/.test(scala.slice(n)))
    return scala.type(property, span);
  const object = scala.expression(scala.field(n, 'value'));
  if (transparent.has(property)) return object;
  const member: Expr = { k: 'member', object, property: sharedName(property), ...span };
  return isCalledPlainly.test(property)
    ? { k: 'call', callee: member, args: [], isNew: false, ...span }
    : member;
}

function lowerTuple(scala: ScalaLowering, n: number): Expr {
  const items = scala.named(n).map((child): ListItem => ({ value: scala.expression(child), spread: false }));
  return { k: 'list', items, isSet: false, ...scala.span(n) };
}

/** Methods without arguments, which look like fields. */
const isCalledPlainly =
  /^(?:[!]{1,2}|lazyLines|lineStream|lazyLines_!|mkString|trim|strip|toString|toInt|toLong|toDouble|toFloat|toBoolean|toLowerCase|toUpperCase|head|headOption|last|lastOption|size|length|isEmpty|nonEmpty|(?:get|new|next)[A-Z]\w*|newInstance|getLines|nextInt|async|start|run|execute|body|close|reverse|distinct|flatten|keys|values|exists|delete|hashCode|iterator)$/;

/** In hexadecimal digits `D` and `F` are some of them, not marks of a type. */
function numberOf(text: string): number {
  const plain = text.replaceAll('_', '');
  return Number(plain.replace(/^0[xX]/.test(plain) ? /[lL]$/ : /[lLfFdD]$/, ''));
}
