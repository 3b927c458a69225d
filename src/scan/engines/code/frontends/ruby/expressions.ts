import type { Expr } from '../../ir/ir.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerBinary, lowerConditional } from './branches.ts';
import { lowerCall, lowerSuper, lowerYield } from './calls.ts';
import { functionHandlers } from './functions.ts';
import { literalHandlers } from './literals.ts';
import type { RubyLowering } from './lowering.ts';
import { lowerTarget } from './targets.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(low: RubyLowering): Record<string, (n: number) => Expr> {
  return {
    identifier: (n) => low.reference(low.slice(n), low.span(n)),
    constant: (n) => low.constant(low.slice(n), low.span(n)),
    scope_resolution: (n) => scoped(low, n),
    instance_variable: (n) => low.selfMember(low.slice(n).slice(1), low.span(n)),
    class_variable: (n) => low.selfMember(low.slice(n).slice(2), low.span(n)),
    global_variable: (n) => ({ k: 'name', name: low.slice(n), ...low.span(n) }),
    self: (n) => ({ k: 'name', name: 'self', ...low.span(n) }),
    call: (n) => lowerCall(low, n),
    super: (n) => lowerSuper(low, n),
    yield: (n) => lowerYield(low, n),
    element_reference: (n) => element(low, n),
    assignment: (n) => assignment(low, n),
    operator_assignment: (n) => ({
      k: 'assign',
      target: lowerTarget(low, low.field(n, 'left')),
      op: low.slice(low.field(n, 'operator')).slice(0, -1),
      value: low.expression(low.field(n, 'right')),
      ...low.span(n),
    }),
    binary: (n) => lowerBinary(low, n),
    unary: (n) => {
      const op = low.slice(low.field(n, 'operator'));
      const value = low.expression(low.field(n, 'operand'));
      if (op === 'defined?') return { k: 'unknown', parts: [], ...low.span(n) };
      return { k: 'unary', op: op === 'not' ? '!' : op, value, ...low.span(n) };
    },
    conditional: (n) => ({
      k: 'cond',
      test: low.expression(low.field(n, 'condition')),
      yes: low.expression(low.field(n, 'consequence')),
      otherwise: low.expression(low.field(n, 'alternative')),
      ...low.span(n),
    }),
    parenthesized_statements: (n) => low.lastOf(n),
    rescue_modifier: (n) => ({
      k: 'logic',
      op: 'or',
      left: low.expression(low.field(n, 'body')),
      right: low.expression(low.field(n, 'handler')),
      ...low.span(n),
    }),
    if: (n) => lowerConditional(low, n),
    unless: (n) => lowerConditional(low, n),
    case: (n) => lowerConditional(low, n),
    begin: (n) => low.lastOf(n),
    interpolation: (n) => low.lastOf(n),
    ...literalHandlers(low),
    ...functionHandlers(low),
  };
}

function scoped(low: RubyLowering, n: number): Expr {
  const name = low.slice(low.field(n, 'name'));
  const scope = low.field(n, 'scope');
  if (isNone(scope) || low.declarations.constants.has(name)) return low.constant(name, low.span(n));
  return { k: 'member', object: low.expression(scope), property: name, ...low.span(n) };
}

/** What `DB["select …"]` of Sequel and `Dir["*.rb"]` call. */
const askedByBrackets = new Map([
  ['DB', 'fetch'],
  ['Dir', '[]'],
]);

function element(low: RubyLowering, n: number): Expr {
  const [first, ...keys] = low.named(n);
  const object = low.expression(first ?? noNode);
  const method = object.k === 'name' && keys.length > 0 ? askedByBrackets.get(object.name) : undefined;
  if (method !== undefined)
    return {
      k: 'call',
      callee: { k: 'member', object, property: method, ...low.span(n) },
      args: keys.map((key) => ({ value: low.expression(key) })),
      isNew: false,
      ...low.span(n),
    };
  if (keys.length === 1 && low.kind(keys[0]!) !== 'range')
    return { k: 'index', object, index: low.expression(keys[0]!), ...low.span(n) };
  return { k: 'slice', object, parts: keys.map((key) => low.expression(key)), ...low.span(n) };
}

function assignment(low: RubyLowering, n: number): Expr {
  const value = low.expression(low.field(n, 'right'));
  const target = lowerTarget(low, low.field(n, 'left'));
  return { k: 'assign', target, value, ...low.span(n) };
}
