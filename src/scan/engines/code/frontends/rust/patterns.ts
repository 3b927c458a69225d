import type { Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { RustLowering } from './lowering.ts';

/** What a pattern binds. */
export function lowerPattern(low: RustLowering, n: number): Target {
  if (isNone(n)) return noTarget;
  const span = low.span(n);
  switch (low.kind(n)) {
    case 'identifier':
    case 'shorthand_field_identifier': {
      const name = low.slice(n);
      low.declare(name);
      return { k: 'name', name, ...span };
    }
    case 'mut_pattern':
    case 'reference_pattern':
    case 'ref_pattern':
    case 'match_pattern':
      return lowerPattern(low, lastNamed(low, n));
    case 'captured_pattern':
      return lowerPattern(low, low.firstNamed(n));
    case 'tuple_pattern':
    case 'slice_pattern':
      return { k: 'list', items: low.named(n).map((child) => lowerPattern(low, child)), ...span };
    case 'tuple_struct_pattern': {
      // `Some(x)`, `Ok(x)` and `Query(x)` hold what they wrap.
      const [wrapper, ...inner] = low.named(n);
      // What went wrong says little of what was given.
      if (wrapper !== undefined && low.slice(wrapper) === 'Err') {
        for (const child of inner) lowerPattern(low, child);
        return { k: 'none', ...span };
      }
      if (inner.length === 1) return lowerPattern(low, inner[0]!);
      return { k: 'list', items: inner.map((child) => lowerPattern(low, child)), ...span };
    }
    case 'struct_pattern': {
      const entries: Array<{ key: string; target: Target }> = [];
      for (const child of low.named(n)) {
        if (low.kind(child) !== 'field_pattern') continue;
        const name = low.field(child, 'name');
        const pattern = low.field(child, 'pattern');
        entries.push({ key: low.slice(name), target: lowerPattern(low, isNone(pattern) ? name : pattern) });
      }
      return { k: 'map', entries, ...span };
    }
    default:
      return { k: 'none', ...span };
  }
}

function lastNamed(low: RustLowering, n: number): number {
  return low.named(n).at(-1) ?? noNode;
}

export function isLiteralPattern(low: RustLowering, n: number): boolean {
  return /_literal$/.test(low.kind(n)) || low.kind(n) === 'negative_literal';
}
