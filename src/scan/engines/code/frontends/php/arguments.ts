import type { Argument, Expr, Span } from '../../ir/ir.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { PhpLowering } from './lowering.ts';

export function call(callee: Expr, args: Argument[], span: Span): Expr {
  return { k: 'call', callee, args, isNew: false, ...span };
}

export function named(name: string, args: Expr[], span: Span): Expr {
  return call(
    { k: 'name', name, ...span },
    args.map((value) => ({ value })),
    span,
  );
}

export function lowerArguments(php: PhpLowering, list: number): Argument[] {
  if (isNone(list)) return [];
  return php.named(list).map((node): Argument => {
    if (php.kind(node) !== 'argument') return { value: php.expression(node) };
    const name = php.field(node, 'name');
    const value = php.named(node).at(-1) ?? noNode;
    if (php.kind(value) === 'variadic_unpacking')
      return { value: php.expression(php.firstNamed(value)), spread: 'list' };
    return isNone(name) || name === value
      ? { value: php.expression(value) }
      : { name: php.slice(name), value: php.expression(value) };
  });
}
