import type { ClassIr, Constant, FunctionIr } from '../ir/ir.ts';
import type { Name } from '../knowledge/rule-set.ts';
import type { SchemaRole } from './schemas/schema.ts';
import { joinTaints, type Taint } from './taint.ts';

/**
 * What may be known about a value at a place of the program: where it comes from (taint), what it is (constant, or the text around
 * the unknown parts), what it is made of (shape), what it is called (name) and what it does (functions). Values never change.
 */
export interface Value {
  readonly taint: Taint | undefined;
  /** Set when the value is exactly this constant. */
  readonly constant: Constant | undefined;
  /** The constants that it may be, where it is one of a few and depends on the way which. */
  readonly either: readonly Constant[] | undefined;
  /** The text of a string that is partly known, each unknown part as one NUL. */
  readonly text: string | undefined;
  readonly shape: Shape | undefined;
  readonly name: Name | undefined;
  readonly closures: readonly Closure[] | undefined;
  readonly instance: Instance | undefined;
  /** What the type of a collection, or of what stands around another object, says of each object in it. */
  readonly holds: Value | undefined;
  /** Something other than literals took part in it. */
  readonly dynamic: boolean;
  /** A path after its dots were resolved; one that was resolved below the root of the file system; one whose folders up were cut off; one that is relative to a folder. */
  readonly form: PathForm | undefined;
  /** A function around this one was given it, or it is made of what that one was given; or it is markup that holds a field which people write. */
  readonly isCaptured: boolean;
  /** It is a schema, or data that was held against one. */
  readonly schema: SchemaRole | undefined;
}

export type PathForm = 'normal' | 'rooted' | 'downward' | 'relative';

/** Cannot climb above what is put in front of it. */
export function leadsDown({ form }: Value): boolean {
  return form === 'rooted' || form === 'downward';
}

export interface Shape {
  readonly kind: 'list' | 'map';
  readonly fields: ReadonlyMap<string, Value>;
  /** What a field that is not listed holds; undefined when there is none. */
  readonly rest: Value | undefined;
  /** The length of a list whose items are all listed. */
  readonly length: number | undefined;
  /** What was found out about the parts; shapes never change, so it stays true. A copy with other parts has to forget it. */
  known?: { taint: Taint | undefined; dynamic: boolean } | undefined;
}

/** A class of this file, or an object made from one. */
export interface Instance {
  readonly definition: ClassIr;
  readonly isClass: boolean;
}

export interface Closure {
  readonly fn: FunctionIr;
  /** The frame it was made in. */
  readonly frame: unknown;
  readonly self: Value | undefined;
  /** Arguments that it was given before it is called. */
  readonly bound?: { args: readonly Value[]; named: ReadonlyMap<string, Value> } | undefined;
}

const nothing: Value = {
  taint: undefined,
  constant: undefined,
  either: undefined,
  text: undefined,
  shape: undefined,
  name: undefined,
  closures: undefined,
  instance: undefined,
  holds: undefined,
  dynamic: true,
  form: undefined,
  isCaptured: false,
  schema: undefined,
};

export const unknownValue: Value = nothing;
/** A literal of which nothing else is known, such as one of several constants. */
export const literalValue: Value = { ...nothing, dynamic: false };
const trueValue: Value = { ...literalValue, constant: true };
const falseValue: Value = { ...literalValue, constant: false };
export const nullValue: Value = { ...literalValue, constant: null };

export function constantValue(constant: Constant): Value {
  if (constant === true) return trueValue;
  if (constant === false) return falseValue;
  if (constant === null) return nullValue;
  return {
    taint: undefined,
    constant,
    either: undefined,
    text: undefined,
    shape: undefined,
    name: undefined,
    closures: undefined,
    instance: undefined,
    holds: undefined,
    dynamic: false,
    form: undefined,
    isCaptured: false,
    schema: undefined,
  };
}

export function namedValue(name: Name | undefined, taint?: Taint): Value {
  return { ...nothing, name, taint };
}

export function withTaint(value: Value, taint: Taint | undefined): Value {
  return value.taint === taint ? value : { ...value, taint };
}

/** A value as functions that were not given the same may see it: known sources stay, what stands for a parameter or a result goes. */
export function withoutPlaceholders(value: Value, depth = maxPartDepth): Value {
  const { taint, shape } = value;
  const isOpen = taint?.some(isPlaceholder) === true;
  const known = isOpen ? taint.filter((entry) => !isPlaceholder(entry)) : undefined;
  const kept: Value = isOpen
    ? { ...value, taint: known?.length ? known : undefined, isCaptured: true }
    : value;
  if (!shape || depth === 0 || !partsOf(shape, maxPartDepth).taint?.some(isPlaceholder)) return kept;
  const fields = new Map(
    [...shape.fields].map(([key, field]) => [key, withoutPlaceholders(field, depth - 1)]),
  );
  const rest = shape.rest && withoutPlaceholders(shape.rest, depth - 1);
  return { ...kept, shape: { kind: shape.kind, fields, rest, length: shape.length } };
}

function isPlaceholder({ origin }: Taint[number]): boolean {
  return origin.k !== 'source';
}

/** Everything that the value and its parts, to a bounded depth, are tainted by. */
export function deepTaint(value: Value): Taint | undefined {
  return value.shape ? joinTaints(value.taint, partsOf(value.shape, maxPartDepth).taint) : value.taint;
}

export function isDynamic(value: Value): boolean {
  return value.shape
    ? partsOf(value.shape, maxPartDepth).dynamic
    : value.dynamic && value.constant === undefined;
}

/** The functions that a value is or holds: handlers are often given in an object of options. */
export function functionsIn(value: Value, depth: number): readonly Closure[] {
  if (!value.shape || depth === 0) return value.closures ?? [];
  const inner = [...value.shape.fields.values()].flatMap((field) => functionsIn(field, depth - 1));
  return value.closures ? [...value.closures, ...inner] : inner;
}

function partsOf(shape: Shape, depth: number): { taint: Taint | undefined; dynamic: boolean } {
  if (shape.known) return shape.known;
  let taint: Taint | undefined;
  let dynamic = false;
  const add = (part: Value) => {
    if (part.shape && depth > 0) {
      const inner = partsOf(part.shape, depth - 1);
      taint = joinTaints(joinTaints(taint, part.taint), inner.taint);
      dynamic ||= inner.dynamic;
    } else {
      taint = joinTaints(taint, part.taint);
      dynamic ||= part.dynamic && part.constant === undefined;
    }
  };
  for (const field of shape.fields.values()) add(field);
  if (shape.rest) add(shape.rest);
  shape.known = { taint, dynamic };
  return shape.known;
}

/**
 * What holds for both: the least that is known when two ways of the program meet. Where the second adds nothing the first itself is given
 * back, so that unchanged values are recognised by identity.
 */
export function joinValues(a: Value, b: Value, depth = 3): Value {
  if (a === b) return a;
  // Beside an absent value the other one decides what the value is.
  if (a.constant === null && !b.taint && b.constant === undefined) return b;
  if (b.constant === null && !a.taint && a.constant === undefined) return a;
  const constant = a.constant === b.constant ? a.constant : undefined;
  const either = constant === undefined ? eitherOf(a, b) : undefined;
  const text = a.text === b.text ? a.text : joinedText(a, b);
  const shape =
    a.shape && b.shape ? joinShapes(a.shape, b.shape, depth) : (opened(a.shape, b) ?? opened(b.shape, a));
  // Parts that can no longer be told apart leave their taint to the whole.
  const taint =
    a.shape && b.shape && !shape ? joinTaints(deepTaint(a), deepTaint(b)) : joinTaints(a.taint, b.taint);
  const name = a.constant === null ? (b.name ?? a.name) : tellingName(a, b);
  const closures = joinClosures(a.closures, b.closures);
  const instance = a.instance ?? b.instance;
  const holds = a.holds ?? b.holds;
  const dynamic = a.dynamic || b.dynamic;
  const form = a.form === b.form ? a.form : undefined;
  const isCaptured = a.isCaptured || b.isCaptured;
  const schema = a.schema === b.schema ? a.schema : undefined;
  const isFirst =
    taint === a.taint &&
    constant === a.constant &&
    either === a.either &&
    text === a.text &&
    shape === a.shape &&
    name === a.name &&
    closures === a.closures &&
    instance === a.instance &&
    holds === a.holds &&
    dynamic === a.dynamic &&
    form === a.form &&
    isCaptured === a.isCaptured &&
    schema === a.schema;
  return isFirst
    ? a
    : {
        taint,
        constant,
        either,
        text,
        shape,
        name,
        closures,
        instance,
        holds,
        dynamic,
        form,
        isCaptured,
        schema,
      };
}

/** `options.client || axios`: what is put in its place works like what is there otherwise, of which more than the name of a variable is known. Not where that is data, or only has a type. */
export function tellingName(a: Value, b: Value): Name | undefined {
  if (!a.name || !b.name) return a.name ?? b.name;
  const isLibrary = !b.name.root.startsWith('~') && !isOfType(b.name) && !b.taint;
  return isLibrary && a.name.root.startsWith('~') ? b.name : a.name;
}

/** An object of which only the class is known, and not what made it. */
function isOfType({ segment, parent }: Name): boolean {
  return segment === '()' && !(parent && parent.depth > 1 && /^[a-z]/.test(parent.segment));
}

/** The few constants that one of two values is; undefined as soon as it may be something else. */
function eitherOf(a: Value, b: Value): readonly Constant[] | undefined {
  if (a.constant === undefined && !a.either) return undefined;
  if (b.constant === undefined && !b.either) return undefined;
  const known = a.either ?? [a.constant!];
  const added = (b.either ?? [b.constant!]).filter((constant) => !known.includes(constant));
  if (added.length === 0 && a.either) return a.either;
  return known.length + added.length <= maxAlternatives ? [...known, ...added] : undefined;
}

function textOf(value: Value): string | undefined {
  return value.text ?? (typeof value.constant === 'string' ? value.constant : undefined);
}

/** The longer of two texts. Where the other one is data that is not known, a URL may be another one. */
function joinedText(a: Value, b: Value): string | undefined {
  const [left, right] = [textOf(a), textOf(b)];
  const text = longer(left, right);
  const other = left === undefined ? a : right === undefined ? b : undefined;
  return text !== undefined && other?.taint && address.test(text) ? `\0${text}` : text;
}

const address = /^(?:[a-z][a-z+.-]*:)?\/\//i;

function longer(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.length > a.length ? b : a;
}

function joinClosures(
  a: readonly Closure[] | undefined,
  b: readonly Closure[] | undefined,
): readonly Closure[] | undefined {
  if (!a || !b || a === b) return a ?? b;
  const added = b.filter((closure) => !a.includes(closure));
  if (added.length === 0 || a.length >= maxClosures) return a;
  return [...a, ...added].slice(0, maxClosures);
}

function covers(taint: Taint | undefined, other: Taint): boolean {
  return joinTaints(taint, other) === taint;
}

/**
 * A field that was set on one way only may still be what it was: a part of what a source gave. What callers give as a whole says nothing of one field.
 * The same shape where nothing changes, so that a loop comes to an end.
 */
function withWhatWas(shape: Shape, taint: Taint | undefined): Shape {
  const given = taint?.filter(({ origin }) => origin.k === 'source');
  if (!given?.length) return shape;
  const part = { ...unknownValue, taint: given };
  let fields: Map<string, Value> | undefined;
  for (const [key, field] of shape.fields) {
    if (covers(field.taint, given) && !field.shape) continue;
    const joined = joinValues(field, part, 0);
    if (joined === field) continue;
    fields ??= new Map(shape.fields);
    fields.set(key, joined);
  }
  return fields ? { ...shape, fields } : shape;
}

/** Beside a value of which nothing is known the parts may be others, or more. */
function opened(shape: Shape | undefined, other: Value): Shape | undefined {
  if (!shape || other.constant !== undefined || !other.dynamic) return shape;
  // `files || {}`: what is empty adds nothing to what has a name.
  if (other.name && shape.fields.size === 0 && !shape.rest) return undefined;
  const { taint } = other;
  if (shape.rest && (!taint || covers(shape.rest.taint, taint))) return withWhatWas(shape, taint);
  const part = { ...unknownValue, taint };
  const fields = taint
    ? new Map([...shape.fields].map(([key, field]) => [key, joinValues(field, part, 0)]))
    : shape.fields;
  return {
    kind: shape.kind,
    fields,
    rest: shape.rest ? joinValues(shape.rest, part, 0) : part,
    length: undefined,
  };
}

function joinShapes(a: Shape, b: Shape, depth: number): Shape | undefined {
  if (a === b) return a;
  if (a.kind !== b.kind || depth === 0) return undefined;
  // Made only when something differs: most objects that meet are the same in all but a field.
  let fields: Map<string, Value> | undefined;
  if (a.fields !== b.fields) {
    a.fields.forEach((value, key) => {
      const other = b.fields.get(key) ?? b.rest;
      const joined = other ? joinValues(value, other, depth - 1) : value;
      if (joined === value) return;
      fields ??= new Map(a.fields);
      fields.set(key, joined);
    });
    b.fields.forEach((value, key) => {
      if (a.fields.has(key)) return;
      fields ??= new Map(a.fields);
      fields.set(key, a.rest ? joinValues(value, a.rest, depth - 1) : value);
    });
  }
  const rest = a.rest && b.rest ? joinValues(a.rest, b.rest, depth - 1) : (a.rest ?? b.rest);
  const length = a.length === b.length ? a.length : undefined;
  if (!fields && rest === a.rest && length === a.length) return a;
  return { kind: a.kind, fields: fields ?? a.fields, rest, length };
}

/** Whether two values say the same, as far as a loop's fixed point needs to know. */
export function sameValue(a: Value, b: Value, depth = 3): boolean {
  if (a === b) return true;
  if (
    a.form !== b.form ||
    a.constant !== b.constant ||
    a.taint !== b.taint ||
    a.dynamic !== b.dynamic ||
    a.name !== b.name
  )
    return false;
  if (a.text !== b.text || a.shape === b.shape) return a.text === b.text;
  if (!a.shape || !b.shape || a.shape.fields.size !== b.shape.fields.size || depth === 0) return false;
  for (const [key, value] of a.shape.fields) {
    const other = b.shape.fields.get(key);
    if (!other || !sameValue(value, other, depth - 1)) return false;
  }
  const [restA, restB] = [a.shape.rest, b.shape.rest];
  return (
    restA === restB || (restA !== undefined && restB !== undefined && sameValue(restA, restB, depth - 1))
  );
}

const maxAlternatives = 4;
const maxClosures = 8;
const maxPartDepth = 3;
