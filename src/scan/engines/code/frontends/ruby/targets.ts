import type { Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { RubyLowering } from './lowering.ts';

/** What an assignment, a block parameter or a rescue writes to. */
export function lowerTarget(low: RubyLowering, n: number): Target {
  if (isNone(n)) return noTarget;
  const span = low.span(n);
  switch (low.kind(n)) {
    case 'identifier':
      low.declare(low.slice(n));
      return { k: 'name', name: low.slice(n), ...span };
    case 'constant':
      return { k: 'name', name: low.slice(n), ...span };
    case 'global_variable':
      return { k: 'name', name: low.slice(n), ...span };
    case 'instance_variable':
      return low.selfMember(low.slice(n).slice(1), span);
    case 'class_variable':
      return low.selfMember(low.slice(n).slice(2), span);
    case 'call': {
      const object = low.expression(low.field(n, 'receiver'));
      return { k: 'member', object, property: low.slice(low.field(n, 'method')), ...span };
    }
    case 'element_reference': {
      const [object, index] = low.named(n);
      return {
        k: 'index',
        object: low.expression(object ?? noNode),
        index: low.expression(index ?? noNode),
        ...span,
      };
    }
    case 'left_assignment_list':
    case 'destructured_left_assignment':
    case 'destructured_parameter': {
      const items: Target[] = [];
      let rest: Target | undefined;
      for (const child of low.named(n)) {
        const kind = low.kind(child);
        if (kind === 'rest_assignment' || kind === 'splat_parameter')
          rest = lowerTarget(low, low.firstNamed(child));
        else items.push(lowerTarget(low, child));
      }
      return rest ? { k: 'list', items, rest, ...span } : { k: 'list', items, ...span };
    }
    case 'exception_variable':
    case 'rest_assignment':
      return lowerTarget(low, low.firstNamed(n));
    default:
      return { k: 'none', ...span };
  }
}
