import type { Expr } from '../../ir/ir.ts';
import { saidType } from '../shared/said-type.ts';
import { noNode } from '../shared/tree-reader.ts';
import { lowerAnnotation, lowerCall } from './calls.ts';
import { lowerIfValue, lowerIs, lowerWhenValue } from './choices.ts';
import { lowerClass } from './classes.ts';
import { lowerFunction, lowerLambda } from './functions.ts';
import { type KotlinLowering, receiverName } from './lowering.ts';
import { lowerBinary, lowerIn, lowerInfix, lowerUnary, Negations } from './operators.ts';
import { lowerText } from './texts.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(kotlin: KotlinLowering): Record<string, (n: number) => Expr> {
  const negations = new Negations(kotlin);
  const inner = (n: number) => kotlin.expression(kotlin.firstNamed(n));
  const last = (n: number) => kotlin.expression(kotlin.named(n).at(-1) ?? noNode);
  const text = (n: number) => lowerText(kotlin, n);
  const nothing = (n: number): Expr => ({ k: 'unknown', parts: [], ...kotlin.span(n) });
  const number = (n: number): Expr => ({
    k: 'const',
    value: numberOf(kotlin.slice(n)),
    ...kotlin.span(n),
  });
  return {
    identifier: (n) => lowerIdentifier(kotlin, n),
    this_expression: (n) => lowerThis(kotlin, n),
    super_expression: (n) => ({ k: 'name', name: 'super', ...kotlin.span(n) }),
    user_type: (n) => kotlin.type(kotlin.slice(kotlin.lastIdentifier(n)), kotlin.span(n)),
    nullable_type: inner,
    constructor_invocation: inner,
    delegation_specifier: inner,
    string_literal: text,
    multiline_string_literal: text,
    character_literal: (n) => ({ k: 'const', value: kotlin.slice(n).slice(1, -1), ...kotlin.span(n) }),
    number_literal: number,
    float_literal: number,
    navigation_expression: (n) => lowerNavigation(kotlin, n),
    index_expression: (n) => {
      const [object, index] = kotlin.named(n);
      return {
        k: 'index',
        object: kotlin.expression(object ?? noNode),
        index: kotlin.expression(index ?? noNode),
        ...kotlin.span(n),
      };
    },
    call_expression: (n) => negations.around(n, () => lowerCall(kotlin, n)),
    unary_expression: (n) => lowerUnary(kotlin, n, negations),
    binary_expression: (n) => lowerBinary(kotlin, n),
    infix_expression: (n) => lowerInfix(kotlin, n),
    in_expression: (n) => lowerIn(kotlin, n),
    is_expression: (n) => lowerIs(kotlin, n),
    return_expression: nothing,
    throw_expression: nothing,
    as_expression: (n) =>
      saidType(kotlin.expression(kotlin.field(n, 'left')), kotlin.writtenType(kotlin.field(n, 'right'))),
    parenthesized_expression: inner,
    annotated_lambda: last,
    labeled_expression: last,
    lambda_literal: (n) => lowerLambda(kotlin, n),
    anonymous_function: (n) => ({
      k: 'function',
      fn: lowerFunction(kotlin, n, '', false),
      ...kotlin.span(n),
    }),
    if_expression: (n) => lowerIfValue(kotlin, n),
    when_expression: (n) => lowerWhenValue(kotlin, n),
    try_expression: (n) => kotlin.resultOf(kotlin.childOfKind(n, 'block')),
    object_literal: (n) => {
      const definition = lowerClass(kotlin, n, [], true);
      const callee: Expr = { k: 'class', definition, ...kotlin.span(n) };
      return { k: 'call', callee, args: [], isNew: true, ...kotlin.span(n) };
    },
    annotation: (n) => lowerAnnotation(kotlin, n),
  };
}

function lowerIdentifier(kotlin: KotlinLowering, n: number): Expr {
  const word = kotlin.slice(n);
  const span = kotlin.span(n);
  if (word === 'true' || word === 'false') return { k: 'const', value: word === 'true', ...span };
  if (word === 'null') return { k: 'const', value: null, ...span };
  return word === 'this' ? lowerThis(kotlin, n) : kotlin.reference(word, span);
}

function lowerThis(kotlin: KotlinLowering, n: number): Expr {
  const isReceiver = kotlin.inExtension || (kotlin.inReceiverBlock && kotlin.slice(n) === 'this');
  return { k: 'name', name: isReceiver ? receiverName : 'this', ...kotlin.span(n) };
}

function lowerNavigation(kotlin: KotlinLowering, n: number): Expr {
  const [object, property] = kotlin.named(n);
  if (object === undefined || property === undefined) return kotlin.unknown(n);
  const name = kotlin.slice(property);
  if (isQualifiedType(kotlin, n)) return kotlin.type(name, kotlin.span(n));
  return { k: 'member', object: kotlin.expression(object), property: name, ...kotlin.span(n) };
}

/** `java.util.UUID` is the class; what is before it is its package. */
function isQualifiedType(kotlin: KotlinLowering, n: number): boolean {
  const text = kotlin.slice(n);
  return (
    /^[a-z]\w*(?:\.[a-z]\w*)+\.[A-Z]\w*$/.test(text) && !kotlin.isLocal(text.slice(0, text.indexOf('.')))
  );
}

/** In hexadecimal digits `F` is one of them, not the mark of a type. */
function numberOf(text: string): number {
  const plain = text.replaceAll('_', '');
  return Number(/^0[xX]/.test(plain) ? plain.replace(/[uUL]+$/, '') : plain.replace(/[uULfF]+$/, ''));
}
