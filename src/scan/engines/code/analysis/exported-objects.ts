import { fieldKey } from '../domain/facts.ts';
import type { Frame } from '../domain/scope.ts';
import type { Closure, Value } from '../domain/value.ts';
import type { Expr, Span } from '../ir/ir.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import { givenTypes } from './calls/linked/given-type.ts';
import { mayBeLocal } from './calls/may-be-local.ts';
import { renamedFunction } from './elsewhere/renamed-functions.ts';
import { collectionsAmong } from './elsewhere/told-collections.ts';
import { patternsAmong } from './elsewhere/told-patterns.ts';
import { tellSchemas } from './elsewhere/told-schemas.ts';
import type { Run } from './run.ts';

/**
 * `module.exports = new Store()`, `module.exports = Store`, `module.exports = { find, save: (x) => … }`, `exports.find = function (x) …`: what other
 * files call by these names, also where a function around the whole file makes it.
 */
export function noteExport(run: Run, object: Expr, property: string, value: Value): void {
  const at = { start: object.start, end: object.end };
  if (isModuleExports(object, property)) exportWhole(run, value, at);
  else if (isExports(object) || (object.k === 'name' && run.exports.aliases.has(object.name)))
    exportMember(run, property, value, at);
}

/** `const api = module.exports = {}` and `module.exports = api`: what is put into the variable later is exported, too. */
export function noteExportAlias(run: Run, { target, value }: Expr & { k: 'assign' }): void {
  if (target.k === 'member' && isModuleExports(target.object, target.property)) {
    if (value.k === 'name') run.exports.aliases.add(value.name);
    // `module.exports = new Store()`, where a function makes the object.
    if (value.k === 'call' && value.isNew && value.callee.k === 'name')
      run.exports.owner = run.lookup(value.callee.name).closures?.[0]?.fn ?? run.exports.owner;
  }
  if (target.k !== 'name') return;
  for (let inner = value; inner.k === 'assign'; inner = inner.value)
    if (inner.target.k === 'member' && isModuleExports(inner.target.object, inner.target.property))
      run.exports.aliases.add(target.name);
}

function exportWhole(run: Run, value: Value, at: Span): void {
  const closure = value.closures?.[0] ?? renamed(run, value, at);
  if (closure) offerExport(run, 'default', closure);
  const made = value.instance?.isClass ? value.instance.definition : undefined;
  if (made?.isFunction)
    offerExport(run, 'default', { fn: made.methods[0]!, frame: run.moduleFrame, self: undefined });
  run.exports.owner = value.instance?.definition ?? closure?.fn ?? run.exports.owner;
  run.facts.collections(collectionsAmong([['default', value]]));
  run.facts.patterns(patternsAmong([['default', value]]));
  tellSchemas(run, [['default', value]]);
  for (const [key, held] of fieldsOf(value)) exportMember(run, key, held, at);
}

/** A library's function, which other files call by a name of this one. */
function renamed(run: Run, value: Value, at: Span): Closure | undefined {
  const fn = renamedFunction(run, value, at);
  return fn && { fn, frame: run.moduleFrame, self: undefined };
}

function exportMember(run: Run, name: string, value: Value, at: Span): void {
  const closure = value.closures?.[0] ?? renamed(run, value, at);
  if (closure) offerExport(run, name, closure);
  else if (value.instance) run.facts.exported(name, value.instance.definition.name);
  run.facts.collections(collectionsAmong([[name, value]]));
  run.facts.patterns(patternsAmong([[name, value]]));
  tellSchemas(run, [[name, value]]);
  for (const [key, held] of fieldsOf(value))
    if (held.closures?.[0]) offerExport(run, `${name}.${key}`, held.closures[0]);
}

/** Names a function by what other files call it, unless it has a name already, and has it analysed like one of the top level. */
function offerExport(run: Run, name: string, { fn, frame }: Closure): void {
  const { functions } = run.exports;
  if (functions.has(name) || functions.size >= maxExports) return;
  const key = run.topLevel.get(fn);
  if (key === undefined) {
    run.outerOf.set(fn, frame as Frame);
    run.executed.add(fn);
    run.topLevel.set(fn, (name === 'default' && fn.name) || name);
  } else if (key === '') run.topLevel.set(fn, name);
  functions.set(name, fn);
  run.facts.offered(fn);
}

/** `module.exports = (options) => ({ find(x) { … } })`: other files call the methods of what such a function gives. */
export function offerResults(run: Run): void {
  for (const [name, fn] of [...run.exports.functions]) {
    const returned = run.summaryOf(fn, run.outerOf.get(fn) ?? run.moduleFrame)?.returned;
    for (const [key, { closures }] of returned ? fieldsOf(returned) : [])
      if (closures?.[0]) offerExport(run, name === 'default' ? key : `${name}.${key}`, closures[0]);
  }
}

/** Functions without a name that an object of the file holds are known by both: `const store = { find: (x) => … }`. */
export function nameHeldFunctions(run: Run): void {
  if (!run.traits.importFunctions) return;
  for (const [name, value] of run.moduleFrame.layer.values)
    for (const [field, { closures }] of fieldsOf(value))
      if (closures && run.topLevel.get(closures[0]!.fn) === '')
        run.topLevel.set(closures[0]!.fn, `${name}.${field}`);
}

function fieldsOf({ shape }: Value): Iterable<[string, Value]> {
  return shape?.kind === 'map' ? shape.fields : [];
}

/** Modules that are handed on: `exports.run = require('./run')`, `module.exports = { run: require('./run') }`, `module.exports = require('./lib')`. */
export function noteHandedOn(run: Run, object: Expr, property: string, value: Value): void {
  const isWhole = isModuleExports(object, property);
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
  const { functions, owner } = run.exports;
  run.facts.collections(collectionsAmong(run.moduleFrame.layer.values));
  run.facts.patterns(patternsAmong(run.moduleFrame.layer.values));
  tellSchemas(run, run.moduleFrame.layer.values);
  for (const [name, fn] of functions) run.facts.exported(name, run.topLevel.get(fn)!);
  for (const [name, value] of run.moduleFrame.layer.values) {
    if (value.instance && !value.instance.isClass) run.facts.exported(name, value.instance.definition.name);
    else if (!value.instance) tellObjects(run, name, value);
    if (!run.traits.importFunctions) continue;
    for (const [field, { closures }] of fieldsOf(value)) {
      const key = closures?.[0] && run.topLevel.get(closures[0].fn);
      if (key) run.facts.exported(name === 'default' ? field : `${name}.${field}`, key);
    }
  }
  const ownerName = owner && ('parameters' in owner ? run.topLevel.get(owner) : owner.name);
  if (!ownerName) return;
  // Classes of other files that extend the one that is all of the module read its fields.
  if (owner && !('parameters' in owner))
    for (const field of run.classes.fieldsFromOutside(owner))
      run.facts.exported(fieldKey(field), `${ownerName}.${fieldKey(field)}`);
  const prefix = `${ownerName}.`;
  for (const key of run.topLevel.values())
    if (key.startsWith(prefix)) run.facts.exported(key.slice(prefix.length), key);
}

/** Of what class an object is that a variable of the file holds, or a field of one. */
function tellObjects(run: Run, name: string, value: Value): void {
  run.facts.field(name, undefined, givenTypes(run, value));
  if (value.shape?.kind !== 'map' || value.shape.fields.size > maxFields) return;
  for (const [field, held] of value.shape.fields)
    if (/^\w+$/.test(field)) run.facts.field(`${name}.${field}`, undefined, givenTypes(run, held));
}

const maxFields = 40;

function isModuleExports(object: Expr, property: string): boolean {
  return object.k === 'name' && object.name === 'module' && property === 'exports';
}

function isExports(object: Expr): boolean {
  if (object.k === 'member') return isModuleExports(object.object, object.property);
  return object.k === 'name' && object.name === 'exports';
}

const maxExports = 1_000;
