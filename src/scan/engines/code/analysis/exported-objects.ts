import type { Value } from '../domain/value.ts';
import type { Expr } from '../ir/ir.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import { mayBeLocal } from './calls/may-be-local.ts';
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

/** Modules that are handed on: `exports.run = require('./run')`, `module.exports = { run: require('./run') }`, `module.exports = require('./lib')`. */
export function noteHandedOn(run: Run, object: Expr, property: string, value: Value): void {
  const isWhole = object.k === 'name' && object.name === 'module' && property === 'exports';
  if (isWhole) for (const [key, held] of value.shape?.fields ?? []) handOn(run, key, held);
  if (isWhole || isExports(object)) handOn(run, isWhole ? 'default' : property, value);
}

function handOn(run: Run, key: string, { name }: Value): void {
  const segments = name?.segments() ?? [];
  if (segments.length === 0 || segments.includes(callSegment) || !mayBeLocal(run, segments[0]!)) return;
  run.facts.exported(key, key);
  run.facts.reexport(key, segments);
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
