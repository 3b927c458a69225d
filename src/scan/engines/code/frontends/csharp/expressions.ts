import type { Expr, Target } from '../../ir/ir.ts';
import {
  assignmentExpression,
  conditionalExpression,
  constantOf,
  listLiteral,
} from '../shared/plain-nodes.ts';
import { saidType } from '../shared/said-type.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerCall } from './calls.ts';
import { lowerAnonymous, lowerCreation } from './creations.ts';
import { lowerLambda } from './functions.ts';
import { csharpNumber, csharpString, csharpVerbatim, lowerInterpolation } from './literals.ts';
import type { CsharpLowering } from './lowering.ts';
import { lowerIsPattern, lowerSwitchValue } from './patterns.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(csharp: CsharpLowering): Record<string, (n: number) => Expr> {
  const inner = (n: number) => csharp.expression(csharp.firstNamed(n));
  const last = (n: number) => csharp.expression(csharp.named(n).at(-1) ?? noNode);
  const constant =
    (read: (text: string) => string | number | boolean) =>
    (n: number): Expr => ({
      k: 'const',
      value: read(csharp.slice(n)),
      ...csharp.span(n),
    });
  const word =
    (name: string) =>
    (n: number): Expr => ({ k: 'name', name, ...csharp.span(n) });
  const list = (n: number) => listLiteral(csharp, n);
  const unary = (n: number) => lowerUnary(csharp, n);
  const lambda = (n: number) => lowerLambda(csharp, n);
  return {
    identifier: (n) => csharp.handedOn(csharp.aliases.of(csharp.slice(n)), csharp.span(n)),
    this: word('this'),
    base: word('super'),
    predefined_type: (n) => csharp.type(csharp.slice(n), csharp.span(n)),
    generic_name: (n) => csharp.type(csharp.slice(csharp.firstNamed(n)), csharp.span(n)),
    qualified_name: (n) => csharp.type(lastWord(csharp.slice(n)), csharp.span(n)),
    nullable_type: inner,
    array_type: (n) => csharp.type('Array', csharp.span(n)),
    string_literal: constant(csharpString),
    verbatim_string_literal: constant(csharpVerbatim),
    raw_string_literal: constant((text) => text.replace(/^"{3,}|"{3,}$/g, '')),
    character_literal: constant(csharpString),
    interpolated_string_expression: (n) => lowerInterpolation(csharp, n),
    integer_literal: constant(csharpNumber),
    real_literal: constant(csharpNumber),
    boolean_literal: constant((text) => text === 'true'),
    null_literal: constantOf(csharp, null),
    member_access_expression: (n) => lowerMember(csharp, n),
    conditional_access_expression: (n) => lowerConditionalAccess(csharp, n),
    element_access_expression: (n) => {
      const [index] = csharp.arguments(csharp.field(n, 'subscript'));
      const object = csharp.expression(csharp.field(n, 'expression'));
      return index ? { k: 'index', object, index: index.value, ...csharp.span(n) } : csharp.unknown(n);
    },
    invocation_expression: (n) => lowerCall(csharp, n),
    object_creation_expression: (n) => {
      const type = csharp.field(n, 'type');
      const made = lowerCreation(csharp, n, csharp.declaredType(type));
      return csharp.kind(type) === 'generic_name' ? saidType(made, csharp.writtenType(type)) : made;
    },
    implicit_object_creation_expression: (n) => lowerCreation(csharp, n, csharp.missing()),
    array_creation_expression: last,
    implicit_array_creation_expression: last,
    initializer_expression: list,
    collection_expression: list,
    assignment_expression: (n) => csharp.withDeclaredType(lowerAssignment(csharp, n)),
    binary_expression: (n) => csharp.binaryExpression(n),
    prefix_unary_expression: unary,
    postfix_unary_expression: unary,
    conditional_expression: (n) => conditionalExpression(csharp, n),
    parenthesized_expression: inner,
    cast_expression: (n) =>
      saidType(csharp.expression(csharp.field(n, 'value')), csharp.writtenType(csharp.field(n, 'type'))),
    as_expression: (n) =>
      saidType(csharp.expression(csharp.field(n, 'left')), csharp.writtenType(csharp.field(n, 'right'))),
    await_expression: (n) => ({ k: 'await', value: inner(n), ...csharp.span(n) }),
    is_pattern_expression: (n) => lowerIsPattern(csharp, n),
    lambda_expression: lambda,
    anonymous_method_expression: lambda,
    switch_expression: (n) => lowerSwitchValue(csharp, n),
    constant_pattern: inner,
    typeof_expression: last,
    attribute: (n) => lowerAttribute(csharp, n),
    declaration_expression: (n) => {
      const target = csharp.variable(csharp.field(n, 'name'), csharp.field(n, 'type'));
      return target.k === 'name' ? { k: 'name', name: target.name, ...csharp.span(n) } : csharp.unknown(n);
    },
    anonymous_object_creation_expression: (n) => lowerAnonymous(csharp, n),
    tuple_expression: (n) => ({
      k: 'list',
      items: csharp.arguments(n).map(({ value }) => ({ value, spread: false })),
      isSet: false,
      ...csharp.span(n),
    }),
  };
}

function lowerMember(csharp: CsharpLowering, n: number): Expr {
  const nameNode = csharp.field(n, 'name');
  const isGeneric = csharp.kind(nameNode) === 'generic_name';
  const property = csharp.slice(isGeneric ? csharp.firstNamed(nameNode) : nameNode);
  const objectNode = csharp.field(n, 'expression');
  const own = csharp.aliases.ownType(csharp.slice(objectNode));
  // `System.Diagnostics.Process.Start()`: a class is known by its own name, whether or not its namespace is written in front.
  if (isNamespace(csharp, objectNode) && !innerNamespace.test(property))
    return csharp.type(property, csharp.span(n));
  return {
    k: 'member',
    object: own ? csharp.type(own, csharp.span(objectNode)) : lowerObject(csharp, objectNode),
    property,
    ...csharp.span(n),
  };
}

function isNamespace(csharp: CsharpLowering, n: number): boolean {
  return namespace.test(csharp.slice(n)) && !csharp.isLocal('System');
}

const part =
  /Diagnostics|IO|Compression|Text|Json|RegularExpressions|Net|Http|Mail|Sockets|Xml|XPath|Xsl|Data|SqlClient|Security|Cryptography|Web|Reflection|Runtime|Serialization|Formatters|Binary|Threading|Tasks|Collections|Generic|Globalization|Linq|DirectoryServices|Configuration/
    .source;
/** Namespaces of the standard library, and what may follow in the name of one. */
const namespace = new RegExp(`^System(?:\\.(?:${part}))*$`);
const innerNamespace = new RegExp(`^(?:${part})$`);

/** A function that is added to an event is as good as assigned: it will be called. */
function lowerAssignment(csharp: CsharpLowering, n: number): Expr {
  const left = csharp.field(n, 'left');
  if (csharp.kind(left) === 'tuple_expression') {
    const items = csharp
      .arguments(left)
      .map(({ value }): Target => (isPlace(value) ? value : { ...value, k: 'none' }));
    const target: Target = { k: 'list', items, ...csharp.span(left) };
    return { k: 'assign', target, value: csharp.expression(csharp.field(n, 'right')), ...csharp.span(n) };
  }
  const assigned = assignmentExpression(csharp, n);
  if (assigned.k !== 'assign' || assigned.op !== '+' || assigned.target.k !== 'member') return assigned;
  if (assigned.value.k !== 'function' && !handler.test(assigned.target.property)) return assigned;
  const { op: _op, ...plain } = assigned;
  return plain;
}

function isPlace(expr: Expr): expr is Expr & { k: 'name' | 'member' | 'index' } {
  return expr.k === 'name' || expr.k === 'member' || expr.k === 'index';
}

const handler = /(?:Callback|Handler|Validator)$/;

/** `this` and `base` are words of the grammar, not nodes. */
function lowerObject(csharp: CsharpLowering, n: number): Expr {
  const text = isNone(n) ? '' : csharp.slice(n);
  if (text === 'this' || text === 'base')
    return { k: 'name', name: text === 'this' ? 'this' : 'super', ...csharp.span(n) };
  if (csharp.kind(n) === 'identifier') return csharp.reference(csharp.aliases.of(text), csharp.span(n));
  return csharp.expression(n);
}

/** `a?.b`. */
function lowerConditionalAccess(csharp: CsharpLowering, n: number): Expr {
  const object = csharp.expression(csharp.field(n, 'condition'));
  const rest = csharp.named(n).at(-1) ?? noNode;
  const isBinding = csharp.kind(rest) === 'member_binding_expression';
  if (!isBinding) return { k: 'unknown', parts: [object, csharp.expression(rest)], ...csharp.span(n) };
  return { k: 'member', object, property: csharp.slice(csharp.field(rest, 'name')), ...csharp.span(n) };
}

function lowerUnary(csharp: CsharpLowering, n: number): Expr {
  const value = csharp.expression(csharp.firstNamed(n));
  const text = csharp.slice(n);
  if (/^(?:\+\+|--)|(?:\+\+|--)$/.test(text))
    return csharp.increment(value, text.includes('--') ? '-' : '+', csharp.span(n));
  if (/^[!~+-]/.test(text)) return { k: 'unary', op: text[0]!, value, ...csharp.span(n) };
  return value;
}

function lowerAttribute(csharp: CsharpLowering, n: number): Expr {
  const name = lastWord(csharp.slice(csharp.field(n, 'name')));
  const callee = csharp.type(name, csharp.span(n));
  const list = csharp.childOfKind(n, 'attribute_argument_list');
  if (isNone(list)) return callee;
  return { k: 'call', callee, args: csharp.arguments(list), isNew: false, ...csharp.span(n) };
}

function lastWord(text: string): string {
  return text
    .replace(/<[\s\S]*$/, '')
    .replace(/^.*\./s, '')
    .replace(/Attribute$/, '');
}
