import type { Frame } from '../domain/scope.ts';
import type { Expr, FunctionIr } from '../ir/ir.ts';
import type { Run } from './run.ts';

/**
 * Methods from before there were classes, which other files call all the same: `this.method = function` in a function of the top level,
 * `F.prototype.method = function`, and `library.method = function` in a function that makes the library and returns it.
 */
export function nameMethod(run: Run, object: Expr, name: string, method: FunctionIr): void {
  if (object.k === 'member' && object.property === 'prototype' && object.object.k === 'name') {
    if (run.topLevel.get(method) === '') run.topLevel.set(method, `${object.object.name}.${name}`);
    return;
  }
  if (object.k !== 'name' || run.topLevel.has(method)) return;
  if (run.traits.functionsAreObjects && returns(run.frame.fn, object.name)) {
    offer(run, method, `${object.name}.${name}`, run.frame);
    return;
  }
  if (object.name !== run.traits.receiverName) return;
  const frame = run.selfFrame();
  const owner = frame?.fn && !frame.fn.className ? run.topLevel.get(frame.fn) : undefined;
  if (!frame || !owner || owner.includes('.')) return;
  offer(run, method, `${owner}.${name}`, frame);
}

function offer(run: Run, method: FunctionIr, key: string, frame: Frame): void {
  run.topLevel.set(method, key);
  run.outerOf.set(method, frame);
  run.executed.add(method);
}

function returns(fn: FunctionIr | undefined, name: string): boolean {
  const last = fn?.body.at(-1);
  return last?.k === 'return' && last.value?.k === 'name' && last.value.name === name;
}
