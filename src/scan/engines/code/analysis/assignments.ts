import { concatenated, textLabels } from '../domain/constants.ts';
import type { Frame } from '../domain/scope.ts';
import { clearLabels, joinTaints, onlyLabels, type StepKind, stepTaint } from '../domain/taint.ts';
import { isNumeric } from '../domain/types/numeric-type.ts';
import {
  deepTaint,
  isDynamic,
  joinValues,
  nullValue,
  type Shape,
  tellingName,
  unknownValue,
  type Value,
  withoutPlaceholders,
  withTaint,
} from '../domain/value.ts';
import type { Expr, Target } from '../ir/ir.ts';
import { givesByPlace } from '../ir/language-traits.ts';
import { labelMask } from '../knowledge/labels.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { Name } from '../knowledge/rule-set.ts';
import { mayBeLocal } from './calls/may-be-local.ts';
import { aliasOf } from './conditions/alias-of.ts';
import { noteExport, noteHandedOn } from './exported-objects.ts';
import { askedOfType } from './fields/asked-types.ts';
import { keep } from './fields/kept-values.ts';
import { elementOf, partTaint, readMember } from './members.ts';
import { nameMethods } from './method-assignments.ts';
import { noteReplaced } from './replaced-keys.ts';
import type { Run } from './run.ts';
import { asDeclared } from './types/object-types.ts';

export function assign(run: Run, target: Target, value: Value): void {
  switch (target.k) {
    case 'name':
      run.assignName(
        target.name,
        asDeclared(run, typed(run, target.type, stepped(value, target)), target.written),
      );
      run.frame.renew(target.name);
      return;
    case 'member':
      renewRoot(run, target.object);
      assignMember(run, target.object, target.property, value, target);
      return;
    case 'index': {
      const index = run.evaluate(target.index);
      renewRoot(run, target.object);
      assignIndex(run, target.object, index, value, target);
      return;
    }
    case 'default': {
      const otherwise = run.evaluate(target.value);
      if (value.constant === null) assign(run, target.target, otherwise);
      else if (value.taint || value.constant !== undefined || value.shape || value.closures)
        assign(run, target.target, { ...value, text: value.text ?? otherwise.text });
      else assign(run, target.target, { ...joinValues(value, otherwise), name: value.name });
      return;
    }
    case 'list':
      assignItems(run, target, value);
      return;
    case 'map':
      for (const { key, target: inner, otherwise } of target.entries) {
        const field = readMember(run, value, key, inner);
        assign(run, inner, otherwise ? orElse(run, field, otherwise) : field);
      }
      if (target.rest) assign(run, target.rest, value);
      return;
    case 'none':
      return;
  }
}

/** A field, or what stands for it where there is none. */
function orElse(run: Run, field: Value, otherwise: Expr): Value {
  if (field.constant === null) return run.evaluate(otherwise);
  if (field.constant !== undefined || field.shape || field.closures) return { ...field, dynamic: true };
  const given = run.evaluate(otherwise);
  const taint = joinTaints(field.taint, deepTaint(given));
  return { ...field, dynamic: true, taint, name: tellingName(field, given) };
}

/** `[a, ...rest]`, and in some languages `a, *rest, z`: what is after the rest is counted from the end. */
function assignItems(run: Run, { items, rest }: Target & { k: 'list' }, value: Value): void {
  const after = rest ? items.filter((item) => item && item.start > rest.start).length : 0;
  const before = items.length - after;
  const all = rest && run.abilities.shapes ? allItems(value) : undefined;
  for (const [i, item] of items.entries()) {
    if (!item) continue;
    if (i < before) assign(run, item, itemOf(run, value, i, item));
    else assign(run, item, all?.at(i - items.length) ?? stepped(elementOf(run, value), item));
  }
  if (!rest) return;
  const left = all && { shape: listOf(all.slice(before, Math.max(before, all.length - after))).shape };
  assign(run, rest, { ...value, constant: undefined, ...left });
}

/** The items of a list of which all are known. */
function allItems({ shape }: Value): Value[] | undefined {
  if (shape?.kind !== 'list' || shape.length === undefined || shape.rest) return undefined;
  return Array.from({ length: shape.length }, (_, i) => shape.fields.get(String(i)) ?? unknownValue);
}

/** What was found out about parts of an object holds no longer when one of them is set. */
function renewRoot(run: Run, object: Expr): void {
  let root = object;
  while (root.k === 'member' || root.k === 'index') root = root.object;
  if (root.k === 'name') run.frame.renew(root.name);
}

function itemOf(run: Run, value: Value, i: number, target: Target): Value {
  const { shape } = value;
  if (shape?.kind === 'list' && run.abilities.shapes) {
    const item = shape.fields.get(String(i)) ?? shape.rest;
    if (item) return item;
    if (i >= (shape.length ?? Number.POSITIVE_INFINITY) && !value.taint) return nullValue;
  } else if (shape?.kind === 'map' && run.abilities.shapes) {
    // A data class or a pair gives its components in the order they are declared in.
    const name = value.instance?.definition.fields[i]?.name ?? pairFields[i];
    const item = name === undefined ? undefined : shape.fields.get(name);
    if (item) return item;
  } else if (run.traits.severalResults) {
    if (i === 0) return stepped(value, target);
    return stepped({ ...unknownValue, taint: value.taint }, target);
  }
  // What a call gives at some place may be known: `root, extension = splitext(path)`.
  if (value.name && run.rules.match(value.name.child(String(i))))
    return stepped(readMember(run, value, String(i), target), target);
  const item = elementOf(run, value);
  // A function of another file may give a pair, of which only one is what was sent.
  const isGiven =
    givesByPlace(run.traits) &&
    !value.shape &&
    value.taint?.some(({ origin }) => origin.k === 'call' && origin.field === undefined);
  return stepped(isGiven ? withTaint(item, partTaint(run, value, String(i))) : item, target);
}

/** The value after it got there. Where several steps are at one target, the first says how. */
export function stepped(value: Value, at: Target, how?: StepKind): Value {
  return value.taint ? withTaint(value, stepTaint(value.taint, at, how)) : value;
}

function typed(run: Run, type: Expr | undefined, value: Value): Value {
  if (!type || value.instance) return value;
  // A variable that starts as null is still of its type.
  if (value.constant !== undefined && !(value.constant === null && run.traits.declaredTypes)) return value;
  if (value.name && !(run.traits.declaredTypes && isReplaceable(value))) return value;
  const { name, instance } = run.evaluate(type);
  // Whatever it was made from, a variable of a number's type holds digits.
  if (run.traits.declaredTypes && name && isNumeric(name))
    return { ...value, name: name.called(), taint: clearLabels(value.taint, textLabels), dynamic: false };
  if (instance) return { ...value, instance: { definition: instance.definition, isClass: false } };
  if (!name || isMadeHere(run, value, name)) return value;
  const called = name.called();
  const alias = aliasOf(run.file, run.rules.match(called));
  const asked =
    alias || run.rules.knows(name.segment) ? value : askedOfType(run, { ...value, name }, name.segment);
  return { ...asked, name: alias ? run.rules.name(alias) : called };
}

/** `Shape s = new Circle()`: of two classes of the repository the one that was made says more than the one that was declared. */
function isMadeHere(run: Run, value: Value, declared: Name): boolean {
  const made = value.name?.segment === callSegment ? value.name.parent : undefined;
  return (
    made?.parent === run.rules.root &&
    mayBeLocal(run, made.segment) &&
    mayBeLocal(run, declared.segment) &&
    !run.rules.knows(declared.segment)
  );
}

/** Names that models gave on purpose say more than the declared type. */
function isReplaceable(value: Value): boolean {
  let at = value.name!;
  while (at.parent?.parent) at = at.parent;
  return !at.segment.startsWith('@');
}

function assignMember(run: Run, objectExpr: Expr, property: string, value: Value, target: Target): void {
  const object = run.evaluate(objectExpr);
  run.events.assigned(run, object, property, undefined, value, target, objectExpr);
  nameMethods(run, objectExpr, property, value);
  if (run.traits.importFunctions) {
    noteExport(run, objectExpr, property, value);
    if (run.frame === run.moduleFrame && !value.instance && !value.closures)
      noteHandedOn(run, objectExpr, property, value);
  }
  const held = stepped(value, target);
  noteReplaced(run, object, property, value, target);
  if (held.taint && object.name) run.share(object.name.child(property), held);
  keep(run, object.name, property, held);
  if (!run.abilities.shapes && object.shape === undefined) {
    if (held.taint) writeBack(run, objectExpr, run.taintBoth(object, held.taint));
    return;
  }
  // A URL whose host is set to something fixed leads there, wherever the rest of it comes from.
  const fixesHost = object.taint && hostField.test(property) && !value.taint && !isDynamic(value);
  const base = fixesHost ? withTaint(object, clearLabels(object.taint, addressLabels)) : object;
  writeBack(run, objectExpr, withField(base, 'map', property, held));
}

function assignIndex(run: Run, objectExpr: Expr, index: Value, value: Value, target: Target): void {
  const object = run.evaluate(objectExpr);
  const key = index.constant === undefined || index.constant === null ? undefined : String(index.constant);
  run.events.assigned(run, object, key ?? '[]', index, value, target, objectExpr);
  const held = stepped(value, target);
  if (key !== undefined) {
    noteReplaced(run, object, key, value, target);
    keep(run, object.name, key, held);
  }
  if (!run.abilities.shapes) {
    if (held.taint) writeBack(run, objectExpr, run.taintBoth(object, held.taint));
    return;
  }
  if (key !== undefined)
    writeBack(
      run,
      objectExpr,
      withField(object, typeof index.constant === 'number' ? 'list' : 'map', key, held),
    );
  else writeBack(run, objectExpr, withSlice(object, target, held) ?? underSomeKey(run, object, index, held));
}

/**
 * An object after something was put under a key that is not known. Which fields an object has is chosen by the program as long as the key is: what is put there says no more than
 * what one of them holds, and a key from outside says which there are.
 */
function underSomeKey(run: Run, object: Value, index: Value, held: Value): Value {
  const isList = object.shape?.kind === 'list' && !run.traits.listsAreMaps;
  if (isList || typeof index.constant === 'number') return withRest(anywhere(object, held), held);
  const keys = onlyLabels(deepTaint(index), fieldNames);
  const field = withTaint(held, clearLabels(held.taint, fieldNames));
  return withRest(run.taintBoth(anywhere(object, held), keys), field);
}

const fieldNames = labelMask(['assign']);

/** `list[2:4] = items`: what is in front of a place that is known stays there. */
function withSlice(object: Value, target: Target, value: Value): Value | undefined {
  const { shape } = object;
  const from = target.k === 'index' && target.index.k === 'unknown' ? target.index.parts[0] : undefined;
  if (shape?.kind !== 'list' || from?.k !== 'const' || typeof from.value !== 'number' || from.value < 1)
    return undefined;
  const start = from.value;
  const behind = [...shape.fields].filter(([key]) => Number(key) >= start).map(([, field]) => field);
  const fields = new Map([...shape.fields].filter(([key]) => Number(key) < start));
  const items = [...behind, ...(value.shape?.fields.values() ?? [value])];
  const open = { ...object, shape: { kind: shape.kind, fields, rest: shape.rest, length: undefined } };
  return items.reduce((all, item) => withRest(all, item), open as Value);
}

/** A list after something was put at a place of it that is not known: any of its items may be gone. */
export function anywhere(object: Value, value: Value): Value {
  const { shape } = object;
  if (shape?.kind !== 'list' || shape.fields.size === 0) return object;
  const fields = new Map([...shape.fields].map(([key, field]) => [key, joinValues(field, value)]));
  return { ...object, shape: { kind: shape.kind, fields, rest: shape.rest, length: shape.length } };
}

/** The object with one field changed; an object of which nothing was known gains a shape that knows only this field. */
export function withField(object: Value, kind: Shape['kind'], key: string, value: Value): Value {
  const shape = object.shape;
  const fields = new Map(shape?.fields);
  if (fields.size >= maxFields && !fields.has(key)) return withRest(object, value);
  fields.set(key, value);
  const rest = shape
    ? shape.rest
    : object.name || object.taint || object.dynamic
      ? { ...unknownValue, taint: object.taint, name: undefined }
      : undefined;
  const length = shape?.length === undefined ? undefined : Math.max(shape.length, (Number(key) || 0) + 1);
  return { ...object, constant: undefined, shape: { kind: shape?.kind ?? kind, fields, rest, length } };
}

/** The object after something was put at a place that is not known. */
export function withRest(object: Value, value: Value): Value {
  const { shape } = object;
  const before = shape?.rest;
  const rest = before ? joinValues(before, value) : value;
  return {
    ...object,
    constant: undefined,
    shape: { kind: shape?.kind ?? 'map', fields: shape?.fields ?? new Map(), rest, length: undefined },
  };
}

/** Stores a changed object where it was read from. */
export function writeBack(run: Run, expr: Expr, value: Value): void {
  if (expr.k === 'name') {
    if (expr.name === run.traits.receiverName || isSelfParameter(run, expr.name)) {
      const frame = run.selfFrame();
      if (frame) frame.self = value;
      if (run.traits.receiver === 'parameter' && run.frame.owner(expr.name)) run.assignName(expr.name, value);
      return;
    }
    if (run.frame.owner(expr.name)) {
      const owner = run.frame.owner(expr.name)!;
      owner.layer.set(expr.name, owner === run.frame ? value : mergeOuter(run, owner, expr.name, value));
    }
    return;
  }
  if (expr.k === 'member') {
    const object = run.evaluate(expr.object);
    if (object.shape || object.instance || (expr.object.k === 'name' && run.frame.owner(expr.object.name)))
      writeBack(run, expr.object, withField(object, 'map', expr.property, value));
    return;
  }
  if (expr.k === 'index') {
    const index = run.evaluate(expr.index);
    const object = run.evaluate(expr.object);
    if (index.constant !== undefined)
      writeBack(run, expr.object, withField(object, 'map', String(index.constant), value));
    else if (bringsMore(value, object)) writeBack(run, expr.object, withRest(object, value));
    return;
  }
  if (expr.k === 'await') writeBack(run, expr.value, value);
  // What `map.get(key)` gives is changed in the map.
  if (expr.k === 'call' && expr.callee.k === 'member' && expr.args.length === 1) {
    const { object, property } = expr.callee;
    const index = expr.args[0]!.value;
    if (property === run.traits.elementGetter)
      writeBack(run, { k: 'index', object, index, start: expr.start, end: expr.end }, value);
  }
}

/** Whether an element that was changed brings in what none of the elements had: `all[key].open = true` makes nothing of what is in one field a part of the others. */
function bringsMore(element: Value, object: Value): boolean {
  const before = new Set(deepTaint(object)?.map(({ origin }) => origin.id));
  return deepTaint(element)?.some(({ origin }) => !before.has(origin.id)) ?? true;
}

/** A variable of a function around this one may or may not have got the value; what this function was given means nothing to the others of a file. */
function mergeOuter(run: Run, owner: Frame, name: string, value: Value): Value {
  const before = owner.layer.get(name);
  const kept = owner === run.moduleFrame ? withoutPlaceholders(value) : value;
  return before ? joinValues(before, kept) : kept;
}

function isSelfParameter(run: Run, name: string): boolean {
  const fn = run.selfFrame()?.fn;
  return (
    run.traits.receiver === 'parameter' && fn?.className !== undefined && fn.parameters[0]?.name === name
  );
}

/** `target op= value`. */
export function augmented(
  op: string,
  before: Value,
  value: Value,
  foldBinary: (op: string, a: Value, b: Value) => Value,
  isLibrary: (root: string) => boolean,
): Value {
  if (op === '+') {
    if (before.constant !== undefined && value.constant !== undefined) return foldBinary('+', before, value);
    return concatenated([before, value]);
  }
  // `@client ||= Library.new`: what was there before is what an earlier round put there.
  if (op === '||' || op === '??') {
    const joined = joinValues(before, value);
    const isLibrarys = value.name && isLibrary(value.name.root) && !value.taint;
    const isMade = value.name && !before.instance && (isLibrarys || isNew(value.name));
    return isMade ? { ...joined, name: value.name } : joined;
  }
  if (op === '&&') return joinValues(before, value);
  return foldBinary(op, before, value);
}

/** `Uploader.new`, `new Uploader()`: an object of a class that another file may have. */
function isNew({ segment, parent }: Name): boolean {
  return segment === callSegment && parent !== undefined && /^(?:new$|[A-Z])/.test(parent.segment);
}

export function listOf(items: readonly Value[]): Value {
  return {
    ...unknownValue,
    dynamic: items.some((item) => isDynamic(item)),
    shape: {
      kind: 'list',
      fields: new Map(items.map((item, i) => [String(i), item])),
      rest: undefined,
      length: items.length,
    },
  };
}

const addressLabels = labelMask(['url', 'redirect']);
const hostField = /^(?:host|hostname|netloc|authority)$/i;
const pairFields = ['first', 'second', 'third'];
const maxFields = 64;
