import type { Value } from '../domain/value.ts';
import type { Expr } from '../ir/ir.ts';
import type { Run } from './run.ts';

/** `module.exports = new Store()`, `module.exports = Store`, `module.exports = (x) => …`, `exports.store = new Store()`. */
export function noteExport(run: Run, object: Expr, property: string, value: Value): void {
  const isWhole = object.k === 'name' && object.name === 'module' && property === 'exports';
  const fn = value.closures?.[0]?.fn;
  if (isWhole && fn && run.topLevel.has(fn)) {
    const key = run.topLevel.get(fn) || 'default';
    run.topLevel.set(fn, key);
    run.facts.exported('default', key);
  }
  const owner = value.instance?.definition.name ?? (fn && run.topLevel.get(fn));
  if (!owner) return;
  if (isWhole) run.exportedOwner = owner;
  else if (isExports(object) && value.instance) run.facts.exported(property, owner);
}

/**
 * Tells other files of the objects that this one makes once and shares: who imports one calls the methods of its class. Methods of what
 * `module.exports` holds are found by their own names.
 */
export function tellExports(run: Run): void {
  for (const [name, { instance }] of run.moduleFrame.layer.values)
    if (instance && !instance.isClass) run.facts.exported(name, instance.definition.name);
  if (!run.exportedOwner) return;
  const prefix = `${run.exportedOwner}.`;
  for (const key of run.topLevel.values())
    if (key.startsWith(prefix)) run.facts.exported(key.slice(prefix.length), key);
}

function isExports(object: Expr): boolean {
  if (object.k === 'member')
    return object.property === 'exports' && object.object.k === 'name' && object.object.name === 'module';
  return object.k === 'name' && object.name === 'exports';
}
