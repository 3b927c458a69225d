import type { Expr } from '../../ir/ir.ts';
import { isNode } from '../shared/tree-reader.ts';
import type { PythonLowering } from './lowering.ts';

export function lowerCall(python: PythonLowering, n: number): Expr {
  const callee = python.expression(python.field(n, 'function'));
  const list = python.field(n, 'arguments');
  const args: Array<{ value: Expr; name?: string; spread?: 'list' | 'map' }> = [];
  if (python.kind(list) === 'generator_expression') args.push({ value: python.expression(list) });
  else if (isNode(list))
    for (const child of python.named(list)) {
      const kind = python.kind(child);
      if (kind === 'keyword_argument')
        args.push({
          name: python.slice(python.field(child, 'name')),
          value: python.expression(python.field(child, 'value')),
        });
      else if (kind === 'list_splat')
        args.push({ spread: 'list', value: python.expression(python.firstNamed(child)) });
      else if (kind === 'dictionary_splat')
        args.push({ spread: 'map', value: python.expression(python.firstNamed(child)) });
      else args.push({ value: python.expression(child) });
    }
  // `super()` and `super(Class, self)` are the object as one of its base.
  if (callee.k === 'name' && callee.name === 'super' && (args.length === 0 || args.length === 2))
    return { ...callee, ...python.span(n) };
  return { k: 'call', callee, args, isNew: false, ...python.span(n) };
}
