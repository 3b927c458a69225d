import type { ImportBinding } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { RustLowering } from './lowering.ts';

/** The names that a `use` brings in, with their full paths. */
export function readUse(low: RustLowering, n: number, prefix: readonly string[] = []): ImportBinding[] {
  if (isNone(n)) return [];
  switch (low.kind(n)) {
    case 'identifier':
    case 'scoped_identifier': {
      const path = [...prefix, ...low.slice(n).split('::')].map((part) => part.trim());
      return [{ local: path.at(-1)!, path }];
    }
    case 'use_as_clause': {
      const path = [...prefix, ...low.slice(low.field(n, 'path')).split('::')];
      return [{ local: low.slice(low.field(n, 'alias')), path }];
    }
    case 'scoped_use_list': {
      const path = low.field(n, 'path');
      const inner = isNone(path) ? prefix : [...prefix, ...low.slice(path).split('::')];
      return readUse(low, low.field(n, 'list'), inner);
    }
    case 'use_list':
      return low
        .named(n)
        .flatMap((child) =>
          low.kind(child) === 'self' && prefix.length
            ? [{ local: prefix.at(-1)!, path: [...prefix] }]
            : readUse(low, child, prefix),
        );
    default:
      return [];
  }
}
