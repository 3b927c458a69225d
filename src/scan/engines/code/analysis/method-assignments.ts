import type { Expr, FunctionIr } from '../ir/ir.ts';
import type { Run } from './run.ts';

/**
 * Methods from before there were classes, which other files call all the same: `this.method = function` in a function of the top level, and
 * `F.prototype.method = function`.
 */
export function nameMethod(run: Run, object: Expr, name: string, method: FunctionIr): void {
  if (object.k === 'member' && object.property === 'prototype' && object.object.k === 'name') {
    if (run.topLevel.get(method) === '') run.topLevel.set(method, `${object.object.name}.${name}`);
    return;
  }
  if (object.k !== 'name' || object.name !== run.traits.receiverName || run.topLevel.has(method)) return;
  const frame = run.selfFrame();
  const owner = frame?.fn && !frame.fn.className ? run.topLevel.get(frame.fn) : undefined;
  if (!frame || !owner || owner.includes('.')) return;
  run.topLevel.set(method, `${owner}.${name}`);
  run.outerOf.set(method, frame);
  run.executed.add(method);
}
