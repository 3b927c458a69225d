import type { Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { CLowering } from './lowering.ts';

/** What an assignment writes to. */
export function lowerTarget(low: CLowering, n: number): Target {
  if (isNone(n)) return noTarget;
  switch (low.kind(n)) {
    case 'identifier':
    case 'field_identifier':
    case 'field_expression':
    case 'subscript_expression':
    case 'pointer_expression':
    case 'qualified_identifier': {
      const place = low.expression(n);
      if (place.k === 'name' || place.k === 'member' || place.k === 'index') return place;
      return { k: 'none', ...low.span(n) };
    }
    case 'parenthesized_expression':
    case 'cast_expression':
      return lowerTarget(low, isNode(low.field(n, 'value')) ? low.field(n, 'value') : low.firstNamed(n));
    default:
      return { k: 'none', ...low.span(n) };
  }
}

/** What a declarator names: `auto& [key, value]` names two. */
export function declaredTarget(low: CLowering, n: number): Target {
  let at = n;
  while (low.kind(at) === 'reference_declarator') at = low.firstNamed(at);
  if (low.kind(at) === 'structured_binding_declarator')
    return { k: 'list', items: low.named(at).map((child) => declaredTarget(low, child)), ...low.span(at) };
  const name = low.declaredName(at);
  if (isNone(name)) return noTarget;
  low.declare(low.slice(name));
  return { k: 'name', name: low.slice(name), ...low.span(name) };
}
