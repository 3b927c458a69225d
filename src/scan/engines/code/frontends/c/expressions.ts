import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { fixedValue } from '../shared/plain-nodes.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerCall, lowerDelete } from './calls.ts';
import { lowerComparison, lowerNegation, lowerTruth } from './comparisons.ts';
import { literalHandlers } from './literals.ts';
import type { CLowering } from './lowering.ts';
import { lowerTarget } from './targets.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(low: CLowering): Record<string, (n: number) => Expr> {
  return {
    identifier: (n) => low.reference(low.slice(n), low.span(n)),
    field_identifier: (n) => low.reference(low.slice(n), low.span(n)),
    this: (n) => ({ k: 'name', name: 'this', ...low.span(n) }),
    qualified_identifier: (n) => qualified(low, n),
    template_function: (n) => low.expression(low.field(n, 'name')),
    field_expression: (n) => ({
      k: 'member',
      object: low.expression(low.field(n, 'argument')),
      property: low.slice(low.field(n, 'field')),
      ...low.span(n),
    }),
    subscript_expression: (n) => subscript(low, n),
    pointer_expression: (n) => pointer(low, n),
    call_expression: (n) => lowerCall(low, n),
    new_expression: (n) => ({
      k: 'call',
      callee: { k: 'name', name: low.slice(low.field(n, 'type')), ...low.span(n) },
      args: low.named(low.field(n, 'arguments')).map((child) => ({ value: low.expression(child) })),
      isNew: true,
      ...low.span(n),
    }),
    delete_expression: (n) => lowerDelete(low, n),
    assignment_expression: (n) => assignment(low, n),
    update_expression: (n) => update(low, n),
    binary_expression: (n) => lowerComparison(low, n),
    unary_expression: (n) => lowerNegation(low, n),
    conditional_expression: (n) => ({
      k: 'cond',
      test: lowerTruth(low, low.field(n, 'condition')),
      yes: low.expression(low.field(n, 'consequence')),
      otherwise: low.expression(low.field(n, 'alternative')),
      ...low.span(n),
    }),
    cast_expression: (n) => low.expression(low.field(n, 'value')),
    parenthesized_expression: (n) => low.expression(low.firstNamed(n)),
    condition_clause: (n) => low.expression(low.field(n, 'value')),
    comma_expression: (n) =>
      low.sequence([low.expression(low.field(n, 'left')), low.expression(low.field(n, 'right'))], 1, n),
    sizeof_expression: (n) => fixedValue(low, n),
    lambda_expression: (n) => ({ k: 'function', fn: lambda(low, n), ...low.span(n) }),
    ...literalHandlers(low),
  };
}

/** The standard library's functions are known without their namespace. */
function qualified(low: CLowering, n: number): Expr {
  const scope = low.field(n, 'scope');
  const name = low.field(n, 'name');
  const kind = low.kind(name);
  const inner =
    kind === 'qualified_identifier'
      ? qualified(low, name)
      : low.reference(low.slice(kind === 'template_function' ? low.field(name, 'name') : name), low.span(n));
  if (isNone(scope) || low.slice(scope) === 'std') return inner;
  const object: Expr = { k: 'name', name: low.slice(scope), ...low.span(scope) };
  if (inner.k === 'member') return { ...inner, object };
  return inner.k === 'name' ? { k: 'member', object, property: inner.name, ...low.span(n) } : inner;
}

function subscript(low: CLowering, n: number): Expr {
  const indices = low.field(n, 'indices');
  const index = isNone(indices) ? low.field(n, 'index') : low.firstNamed(indices);
  const argument = low.field(n, 'argument');
  const object = low.expression(argument);
  const isOutside = !low.inAddress && low.sizes.isOutside(argument, index);
  return {
    k: 'index',
    object: isOutside ? low.overrun(object, n) : object,
    index: low.expression(index),
    ...low.span(n),
  };
}

function pointer(low: CLowering, n: number): Expr {
  const isAddress = low.slice(low.field(n, 'operator')) === '&';
  // The address one behind the end is no access.
  const before = low.inAddress;
  low.inAddress = isAddress;
  const value = low.expression(low.field(n, 'argument'));
  low.inAddress = before;
  if (isAddress) return value;
  return { k: 'index', object: value, index: { k: 'const', value: 0, ...low.span(n) }, ...low.span(n) };
}

function update(low: CLowering, n: number): Expr {
  const span = low.span(n);
  low.sizes.forget(low.slice(low.field(n, 'argument')));
  const target = lowerTarget(low, low.field(n, 'argument'));
  const op = low.slice(low.field(n, 'operator')).slice(0, 1);
  return { k: 'assign', target, op, value: { k: 'const', value: 1, ...span }, ...span };
}

function assignment(low: CLowering, n: number): Expr {
  const left = low.field(n, 'left');
  if (low.kind(left) === 'identifier') low.sizes.assigned(low.slice(left), low.field(n, 'right'));
  const op = low.slice(low.field(n, 'operator')).slice(0, -1);
  const value = low.expression(low.field(n, 'right'));
  const target = lowerTarget(low, low.field(n, 'left'));
  return op
    ? { k: 'assign', target, value, op, ...low.span(n) }
    : { k: 'assign', target, value, ...low.span(n) };
}

function lambda(low: CLowering, n: number): FunctionIr {
  const details = {
    name: '',
    decorators: [],
    className: low.className,
    isStatic: false,
    ownsThis: false,
    exported: false,
  };
  return low.functionIr(n, noNode, details, () => {
    const declarator = low.field(n, 'declarator');
    const list = low.field(declarator, 'parameters');
    return { parameters: low.parameters(list), body: low.block(low.field(n, 'body')) };
  });
}
