import type { Expr, Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { PythonLowering } from './lowering.ts';

export function lowerAssignment(python: PythonLowering, n: number): Expr {
  const left = python.field(n, 'left');
  const right = python.field(n, 'right');
  const type = python.field(n, 'type');
  const target = lowerTarget(python, left);
  python.declareTarget(target);
  if (isNode(type) && target.k === 'name') {
    target.type = python.expression(type);
    target.written = python.slice(type);
  }
  const value: Expr = isNone(right)
    ? { k: 'unknown', parts: [], ...python.span(n) }
    : python.expression(right);
  return { k: 'assign', target, value, ...python.span(n) };
}

export function lowerTarget(python: PythonLowering, n: number): Target {
  if (isNone(n)) return noTarget;
  const span = python.span(n);
  switch (python.kind(n)) {
    case 'identifier':
      return { k: 'name', name: python.slice(n), ...span };
    case 'attribute':
      return {
        k: 'member',
        object: python.expression(python.field(n, 'object')),
        property: python.slice(python.field(n, 'attribute')),
        ...span,
      };
    case 'subscript': {
      const object = python.expression(python.field(n, 'value'));
      return { k: 'index', object, index: python.expression(python.field(n, 'subscript')), ...span };
    }
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern':
    case 'tuple':
    case 'list': {
      const items: Target[] = [];
      let rest: Target | undefined;
      for (const child of python.named(n)) {
        if (python.kind(child) === 'list_splat_pattern') rest = lowerTarget(python, python.firstNamed(child));
        else items.push(lowerTarget(python, child));
      }
      return rest ? { k: 'list', items, rest, ...span } : { k: 'list', items, ...span };
    }
    case 'parenthesized_expression':
    case 'as_pattern_target':
    case 'list_splat_pattern':
      return lowerTarget(python, python.firstNamed(n));
    default:
      return { k: 'none', ...span };
  }
}
