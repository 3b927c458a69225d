import type { Handler, Stmt, Target } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { RubyLowering } from './lowering.ts';
import { lowerTarget } from './targets.ts';

/** The statements of a body, with its `rescue` and `ensure`. */
export function bodyOf(low: RubyLowering, n: number): Stmt[] {
  const statements: Stmt[] = [];
  const handlers: Handler[] = [];
  let otherwise: Stmt[] = [];
  let last: Stmt[] = [];
  for (const child of low.named(n)) {
    const kind = low.kind(child);
    if (kind === 'rescue') handlers.push(handlerOf(low, child));
    else if (kind === 'ensure') last = low.block(child);
    else if (kind === 'else') otherwise = low.block(child);
    else low.statement(child, statements);
  }
  if (handlers.length === 0 && last.length === 0) return [...statements, ...otherwise];
  return [{ k: 'try', body: statements, handlers, otherwise, last, ...low.span(n) }];
}

function handlerOf(low: RubyLowering, n: number): Handler {
  const variable = low.field(n, 'variable');
  const exceptions = low.field(n, 'exceptions');
  const name: Target | undefined = isNone(variable) ? undefined : lowerTarget(low, variable);
  const types = isNone(exceptions) ? undefined : low.expression(low.firstNamed(exceptions));
  const body = low.field(n, 'body');
  return { name, types, body: isNone(body) ? [] : low.block(body) };
}
