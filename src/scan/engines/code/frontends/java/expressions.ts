import type { Expr } from '../../ir/ir.ts';
import {
  assignmentExpression,
  conditionalExpression,
  constantOf,
  listLiteral,
} from '../shared/plain-nodes.ts';
import { saidType } from '../shared/said-type.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerAnnotation, lowerCreation, lowerInvocation } from './calls.ts';
import { lowerLambda, lowerMethodReference } from './functions.ts';
import { javaCharacter, javaNumber, javaString } from './literals.ts';
import type { JavaLowering } from './lowering.ts';
import { isPackage, lastWord } from './names.ts';
import { lowerSwitchValue } from './switches.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(java: JavaLowering): Record<string, (n: number) => Expr> {
  const inner = (n: number) => java.expression(java.firstNamed(n));
  const number = (n: number): Expr => ({ k: 'const', value: javaNumber(java.slice(n)), ...java.span(n) });
  const simpleType = (n: number) => java.type(java.slice(n), java.span(n));
  const scopedType = (n: number) => java.type(lastWord(java.slice(n)), java.span(n));
  const list = (n: number) => listLiteral(java, n);
  const word =
    (name: string) =>
    (n: number): Expr => ({ k: 'name', name, ...java.span(n) });
  return {
    identifier: (n) => java.reference(java.slice(n), java.span(n)),
    this: word('this'),
    super: word('super'),
    type_identifier: simpleType,
    integral_type: simpleType,
    floating_point_type: simpleType,
    boolean_type: simpleType,
    void_type: simpleType,
    scoped_type_identifier: scopedType,
    scoped_identifier: scopedType,
    generic_type: inner,
    array_type: (n) => java.type('Array', java.span(n)),
    annotated_type: (n) => java.expression(java.named(n).at(-1) ?? noNode),
    string_literal: (n) => ({ k: 'const', value: javaString(java.slice(n)), ...java.span(n) }),
    character_literal: (n) => ({ k: 'const', value: javaCharacter(java.slice(n)), ...java.span(n) }),
    decimal_integer_literal: number,
    hex_integer_literal: number,
    octal_integer_literal: number,
    binary_integer_literal: number,
    decimal_floating_point_literal: number,
    true: constantOf(java, true),
    false: constantOf(java, false),
    null_literal: constantOf(java, null),
    class_literal: inner,
    field_access: (n) => lowerFieldAccess(java, n),
    array_access: (n) => ({
      k: 'index',
      object: java.expression(java.field(n, 'array')),
      index: java.expression(java.field(n, 'index')),
      ...java.span(n),
    }),
    method_invocation: (n) => lowerInvocation(java, n),
    object_creation_expression: (n) => lowerCreation(java, n),
    array_creation_expression: (n) => {
      const value = java.field(n, 'value');
      return isNone(value) ? lowerEmptyArray(java, n) : java.expression(value);
    },
    array_initializer: list,
    element_value_array_initializer: list,
    assignment_expression: (n) => java.withDeclaredType(assignmentExpression(java, n)),
    binary_expression: (n) => java.binaryExpression(n),
    unary_expression: (n) => ({
      k: 'unary',
      op: java.slice(java.field(n, 'operator')),
      value: java.expression(java.field(n, 'operand')),
      ...java.span(n),
    }),
    update_expression: (n) =>
      java.increment(inner(n), java.slice(n).includes('--') ? '-' : '+', java.span(n)),
    ternary_expression: (n) => conditionalExpression(java, n),
    parenthesized_expression: inner,
    cast_expression: (n) =>
      saidType(java.expression(java.field(n, 'value')), java.writtenType(java.field(n, 'type'))),
    instanceof_expression: (n) => lowerInstanceOf(java, n),
    lambda_expression: (n) => lowerLambda(java, n),
    method_reference: (n) => lowerMethodReference(java, n),
    switch_expression: (n) => lowerSwitchValue(java, n),
    marker_annotation: (n) => lowerAnnotation(java, n),
    annotation: (n) => lowerAnnotation(java, n),
  };
}

/** `new byte[16]` is known as long as its length is. */
function lowerEmptyArray(java: JavaLowering, n: number): Expr {
  const span = java.span(n);
  const args = java
    .named(n)
    .filter((child) => java.kind(child) === 'dimensions_expr')
    .map((child) => ({ value: java.expression(java.firstNamed(child)) }));
  return { k: 'call', callee: java.type('Array', span), args, isNew: true, ...span };
}

/** `a.b.C.d` with packages in front is read from the class on. */
function lowerFieldAccess(java: JavaLowering, n: number): Expr {
  const property = java.slice(java.field(n, 'field'));
  const object = java.field(n, 'object');
  if (/^[A-Z]/.test(property) && isPackage(java, object)) return java.type(property, java.span(n));
  return { k: 'member', object: java.expression(object), property, ...java.span(n) };
}

function lowerInstanceOf(java: JavaLowering, n: number): Expr {
  const left = java.expression(java.field(n, 'left'));
  const name = java.field(n, 'name');
  if (isNone(name)) return { k: 'unknown', parts: [], ...java.span(n) };
  const target = java.variable(name, java.field(n, 'right'));
  return { k: 'unknown', parts: [{ k: 'assign', target, value: left, ...java.span(n) }], ...java.span(n) };
}
