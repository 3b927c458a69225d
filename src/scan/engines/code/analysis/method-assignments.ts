import type { Frame } from '../domain/scope.ts';
import type { Value } from '../domain/value.ts';
import type { Expr, FunctionIr, Span } from '../ir/ir.ts';
import type { Run } from './run.ts';

/** `F.prototype.method = function`, `F.prototype = { method: function … }`. */
export function nameMethods(run: Run, object: Expr, property: string, { closures, shape }: Value): void {
  if (closures) nameMethod(run, object, property, closures[0]!.fn);
  else if (property === 'prototype' && run.traits.functionsAreObjects && shape?.kind === 'map')
    for (const [name, held] of shape.fields)
      if (held.closures)
        nameMethod(run, { k: 'member', object, property, ...spanOf(object) }, name, held.closures[0]!.fn);
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/**
 * Methods from before there were classes, which other files call all the same: `this.method = function` in a function of the top level,
 * `F.prototype.method = function`, and `library.method = function` in a function that makes the library and returns it.
 */
function nameMethod(run: Run, object: Expr, name: string, method: FunctionIr): void {
  if (object.k === 'member' && object.property === 'prototype' && object.object.k === 'name') {
    const key = `${object.object.name}.${name}`;
    const known = run.topLevel.get(method);
    if (known === '' || known === name) run.topLevel.set(method, key);
    else if (known === undefined && run.traits.functionsAreObjects) offer(run, method, key, run.frame);
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
