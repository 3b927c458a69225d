import type { Expr } from '../../ir/ir.ts';
import { noNode } from '../shared/tree-reader.ts';
import { lowerCall } from './calls.ts';
import { lowerLambda } from './definitions.ts';
import {
  lowerComprehension,
  lowerConcatenation,
  lowerDictionary,
  lowerList,
  lowerString,
} from './literals.ts';
import type { PythonLowering } from './lowering.ts';
import { lowerBinary, lowerComparison } from './operators.ts';
import { lowerAssignment, lowerTarget } from './targets.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(python: PythonLowering): Record<string, (n: number) => Expr> {
  const comprehension = (kind: 'list' | 'map') => (n: number) => lowerComprehension(python, n, kind);
  const list = (isSet: boolean) => (n: number) => lowerList(python, n, isSet);
  return {
    identifier: (n) => ({ k: 'name', name: python.slice(n), ...python.span(n) }),
    attribute: (n) => ({
      k: 'member',
      object: python.expression(python.field(n, 'object')),
      property: python.slice(python.field(n, 'attribute')),
      ...python.span(n),
    }),
    subscript: (n) => subscript(python, n),
    call: (n) => lowerCall(python, n),
    string: (n) => lowerString(python, n),
    concatenated_string: (n) => lowerConcatenation(python, n),
    integer: (n) => ({ k: 'const', value: parseNumber(python.slice(n)), ...python.span(n) }),
    float: (n) => ({ k: 'const', value: parseNumber(python.slice(n)), ...python.span(n) }),
    true: (n) => ({ k: 'const', value: true, ...python.span(n) }),
    false: (n) => ({ k: 'const', value: false, ...python.span(n) }),
    none: (n) => ({ k: 'const', value: null, ...python.span(n) }),
    binary_operator: (n) => lowerBinary(python, n),
    boolean_operator: (n) => ({
      k: 'logic',
      op: python.slice(python.field(n, 'operator')) === 'and' ? 'and' : 'or',
      left: python.expression(python.field(n, 'left')),
      right: python.expression(python.field(n, 'right')),
      ...python.span(n),
    }),
    not_operator: (n) => ({
      k: 'unary',
      op: 'not',
      value: python.expression(python.field(n, 'argument')),
      ...python.span(n),
    }),
    unary_operator: (n) => ({
      k: 'unary',
      op: python.slice(python.field(n, 'operator')),
      value: python.expression(python.field(n, 'argument')),
      ...python.span(n),
    }),
    comparison_operator: (n) => lowerComparison(python, n),
    conditional_expression: (n) => {
      const [then, test, otherwise] = python.named(n);
      return {
        k: 'cond',
        test: python.expression(test ?? noNode),
        yes: python.expression(then ?? noNode),
        otherwise: python.expression(otherwise ?? noNode),
        ...python.span(n),
      };
    },
    lambda: (n) => lowerLambda(python, n),
    list: list(false),
    tuple: list(false),
    expression_list: list(false),
    pattern_list: list(false),
    set: list(true),
    dictionary: (n) => lowerDictionary(python, n),
    list_comprehension: comprehension('list'),
    set_comprehension: comprehension('list'),
    generator_expression: comprehension('list'),
    dictionary_comprehension: comprehension('map'),
    parenthesized_expression: (n) => python.expression(python.firstNamed(n)),
    yield: (n) => ({
      k: 'yield',
      value: python.expression(python.firstNamed(n)),
      isEach: /^yield\s+from\b/.test(python.slice(n)),
      ...python.span(n),
    }),
    await: (n) => ({ k: 'await', value: python.expression(python.firstNamed(n)), ...python.span(n) }),
    named_expression: (n) => {
      const name = python.field(n, 'name');
      python.declare(python.slice(name));
      return {
        k: 'assign',
        target: lowerTarget(python, name),
        value: python.expression(python.field(n, 'value')),
        ...python.span(n),
      };
    },
    assignment: (n) => lowerAssignment(python, n),
    augmented_assignment: (n) => ({
      k: 'assign',
      target: lowerTarget(python, python.field(n, 'left')),
      value: python.expression(python.field(n, 'right')),
      op: python.slice(python.field(n, 'operator')).slice(0, -1),
      ...python.span(n),
    }),
    type: (n) => python.expression(python.firstNamed(n)),
    as_pattern: (n) => python.expression(python.firstNamed(n)),
  };
}

function subscript(python: PythonLowering, n: number): Expr {
  const object = python.expression(python.field(n, 'value'));
  const keys = python.fieldAll(n, 'subscript');
  if (keys.length === 1 && python.kind(keys[0]!) !== 'slice')
    return { k: 'index', object, index: python.expression(keys[0]!), ...python.span(n) };
  const parts = keys.flatMap((key) => (python.kind(key) === 'slice' ? python.named(key) : [key]));
  return { k: 'slice', object, parts: parts.map((part) => python.expression(part)), ...python.span(n) };
}

function parseNumber(text: string): number {
  const plain = text.replace(/_/g, '').toLowerCase();
  const octal = /^0o?([0-7]+)$/.exec(plain);
  if (octal) return Number.parseInt(octal[1]!, 8);
  return Number(plain.replace(/[lj]$/, ''));
}
