import type { Constant, Expr, MapEntry, Stmt } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { ScriptLowering } from './lowering.ts';

/** `enum Order { Up = 'up', Down = 'down' }` is an object of constants; what is not given a value counts on. */
export function lowerEnum(script: ScriptLowering, n: number, into: Stmt[]): void {
  const nameNode = script.field(n, 'name');
  if (isNone(nameNode)) return;
  const name = script.slice(nameNode);
  script.declare(name);
  const entries: MapEntry[] = [];
  let next: Constant = 0;
  for (const child of script.named(script.field(n, 'body'))) {
    const isGiven = script.kind(child) === 'enum_assignment';
    const keyNode = isGiven ? script.field(child, 'name') : child;
    const valueNode = isGiven ? script.field(child, 'value') : undefined;
    if (isNone(keyNode) || script.kind(child) === 'comment') continue;
    const given: Expr | undefined =
      valueNode !== undefined && isNode(valueNode) ? script.expression(valueNode) : undefined;
    const value: Expr = given ?? { k: 'const', value: next, ...script.span(child) };
    const key = { k: 'const' as const, value: script.propertyName(keyNode), ...script.span(keyNode) };
    entries.push({ key, value });
    if (value.k === 'const' && typeof value.value === 'number') next = value.value + 1;
  }
  const value: Expr = { k: 'map', entries, ...script.span(n) };
  const target = { k: 'name' as const, name, declares: true, ...script.span(nameNode) };
  into.push({ k: 'expr', value: { k: 'assign', target, value, ...script.span(n) }, ...script.span(n) });
}
