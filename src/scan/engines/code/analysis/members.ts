import { partOfFound } from '../domain/call-event.ts';
import { isFilled, partOfFilled } from '../domain/callee.ts';
import { isKeyOfRow } from '../domain/row-keys.ts';
import { anything, fieldOf } from '../domain/schemas/schema.ts';
import {
  checkedTaint,
  clearLabels,
  isAsGiven,
  joinTaints,
  type Taint,
  type TaintEntry,
} from '../domain/taint.ts';
import { checkOfOwnPart } from '../domain/unknown-effect.ts';
import {
  constantValue,
  joinValues,
  literalValue,
  namedValue,
  unknownValue,
  type Value,
} from '../domain/value.ts';
import type { Expr, FunctionIr, Span } from '../ir/ir.ts';
import { allLabels } from '../knowledge/labels.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { Name } from '../knowledge/rule-set.ts';
import { mayBeLocal } from './calls/may-be-local.ts';
import { aliasOf } from './conditions/alias-of.ts';
import { partOfRoute } from './entries/route-parts.ts';
import { partAsked } from './fields/asked-types.ts';
import { fieldOfBase, recordField, requestField } from './fields/fields-of-other-files.ts';
import { withKept } from './fields/kept-values.ts';
import { declaredText } from './fields/text-type.ts';
import { sourceTaint } from './guards/route-segment.ts';
import { namedSource } from './named-source.ts';
import { knownOf } from './own-classes.ts';
import { maybeReplaced } from './replaced-keys.ts';
import type { Run } from './run.ts';
import { classSchema, fieldSchema, libraryField } from './schemas/declared-schema.ts';
import { objectElsewhere } from './schemas/held-data.ts';
import { narrowed, narrowedPart } from './schemas/narrow-value.ts';
import { asHeld } from './types/object-types.ts';

/** `object.property`, whatever the object is; where it is called, a method goes before a field of the same name. */
export function readMember(run: Run, object: Value, property: string, span: Span, isCalled = false): Value {
  const value = readPart(run, object, property, span, isCalled);
  if (isCalled) return value;
  if (object.schema) return narrowedPart(run, object, property, value);
  if (object.instance && run.traits.textsStayTexts)
    return declaredText(run, value, run.classes.declaration(object.instance, property)?.written);
  return value.taint && (object.instance || object.name) ? ofClass(run, object, property, value) : value;
}

/** Data whose fields the class of its object makes sure of. */
function ofClass(run: Run, object: Value, property: string, value: Value): Value {
  const sources = object.name && run.rules.match(object.name.child(property))?.sources;
  if (!sources?.some((source) => source.ofClass)) return value;
  const schema = object.instance ? classSchema(run, object.instance) : objectElsewhere(run, object);
  if (!schema) return value;
  const isField = sources.some((source) => source.ofClass === 'field');
  return narrowed(value, isField ? (fieldOf(schema, property) ?? anything) : schema);
}

function readPart(run: Run, object: Value, property: string, span: Span, isCalled: boolean): Value {
  const { shape, instance } = object;
  if (shape && run.abilities.shapes) {
    const field = shape.fields.get(property);
    const isMethod =
      isCalled && run.traits.memberNamespaces && instance && run.classes.method(instance, property);
    if (field && !isMethod && !(shape.kind === 'list'))
      return instance ? libraryField(run, instance, property, field) : field;
    if (property === 'Values' && shape.kind === 'map' && run.traits.computedProperties)
      return {
        ...unknownValue,
        shape: { kind: 'list', fields: shape.fields, rest: shape.rest, length: undefined },
      };
    const held = shape.kind === 'list' ? shape.fields.get(placeOf(property)) : undefined;
    if (held) return held;
    // A list that the program made: whatever is in it, how much is a number.
    if (property === 'length' && shape.kind === 'list')
      return shape.length === undefined ? literalValue : constantValue(shape.length);
  }
  if (instance) {
    const method = run.classes.method(instance, property);
    const isField = !isCalled && run.traits.memberNamespaces && run.classes.field(instance, property);
    if (method && !isCalled && !instance.isClass && isProperty(method) && run.mayInline(method))
      return run.runClosure({ fn: method, frame: run.moduleFrame, self: object }, [], undefined);
    if (method && !isField)
      return {
        ...literalValue,
        name: object.name?.child(property),
        closures: [
          {
            fn: method,
            frame: run.outerOf.get(method) ?? run.moduleFrame,
            self: instance.isClass && !method.isStatic ? undefined : object,
          },
        ],
      };
    const implementations =
      instance.isClass || isField ? [] : run.classes.implementations(instance, property);
    if (implementations.length)
      return {
        ...literalValue,
        name: object.name?.child(property),
        closures: implementations.map((fn) => ({ fn, frame: run.moduleFrame, self: object })),
      };
    const getter =
      run.traits.computedProperties && !instance.isClass
        ? run.classes.method(instance, `get_${property}`)
        : undefined;
    if (getter && run.mayInline(getter))
      return run.runClosure({ fn: getter, frame: run.moduleFrame, self: object }, [], undefined);
    const field = run.classes.field(instance, property);
    if (field && run.classes.declaration(instance, property)?.isSettled) return field;
    // The framework that filled the object has made sure of the type.
    const said = field && fieldSchema(run, instance, property);
    if (field && said?.clears === allLabels)
      return { ...field, schema: { k: 'data', schema: said }, dynamic: false };
    if (field) {
      const taint = joinTaints(field.taint, partTaint(run, object, property, isCalled));
      return said ? narrowed({ ...field, schema: undefined, taint }, said) : { ...field, taint };
    }
    if (instance.definition.isClosed && !instance.isClass && !isCalled) return literalValue;
  }
  const own = nameOfMember(run, object, property, isCalled);
  const name = instance ? (inheritedName(run, own, property) ?? own) : own;
  const secret = run.rules.namedField(property);
  const dynamic = !(run.traits.constantCase && !object.dynamic && constantName.test(property));
  let taint = partTaint(run, object, property, isCalled);
  const given = isCalled ? undefined : foundBy(run, object);
  if (given !== undefined) taint = checkedTaint(taint, given);
  taint = maybeReplaced(run, own, taint);
  if (secret) taint = joinTaints(taint, run.origins.source(secret.kind, secret.title, span, secret.mask));
  const value = readName(run, { ...unknownValue, name, taint, dynamic }, span, shape?.rest);
  if (isCalled) return value;
  const field = instance
    ? fieldOfBase(run, object, property, recordField(run, object, property, span, value))
    : requestField(run, object, property, span, recordField(run, object, property, span, value));
  const all = withKept(run, object.name, property, span, field);
  return run.routes.size > 0 ? partOfRoute(run, object.name, property, all) : all;
}

/** A method that a class only declares is that of the classes that extend it in other files, whatever the class itself extends. */
function nameOfMember(run: Run, { name, instance }: Value, property: string, isCalled: boolean): Name {
  const isDeclared = isCalled && instance && !instance.isClass && run.traits.classesByName;
  const declarer = isDeclared ? run.classes.declarer(instance, property) : undefined;
  const object = declarer?.name ? run.rules.root.child(declarer.name).called() : name;
  return (object ?? run.rules.root.child('?')).child(property);
}

/** A method that is read like a field: `get name() {…}`, `@property`, `@cached_property`. */
function isProperty({ accessor, decorators }: FunctionIr): boolean {
  if (accessor === 'get') return true;
  return decorators.some(
    (decorator) =>
      (decorator.k === 'name' && propertyName.test(decorator.name)) ||
      (decorator.k === 'member' && propertyName.test(decorator.property)),
  );
}

/**
 * What a method reads of its own object where the base of its class is in another file: that base may extend a framework's in turn, so that
 * a member which the rules know of any such class is taken for that one.
 */
function inheritedName(run: Run, own: Name, property: string): Name | undefined {
  if (run.traits.receiver !== 'parameter' || run.rules.match(own)) return undefined;
  const [first = ''] = own.segments();
  if (run.rules.knows(first) || !mayBeLocal(run, first)) return undefined;
  const guess = run.rules.root.child(`~${run.traits.receiverName}`).child(property);
  return run.rules.match(guess) ? guess : undefined;
}

/**
 * What an object of the program was found by: `shop.find(name).folder` is what the shop holds, not the name. Nothing is known of how it is found,
 * so that it counts as a check.
 */
function foundBy(run: Run, { name, taint, instance }: Value): string | undefined {
  // An object of a class of this file goes by the name of the class that it extends: nobody found it.
  if (instance) return undefined;
  const method = name?.segment === callSegment ? name.parent : undefined;
  if (!taint || !method || method.depth < 2 || run.traits.receiver !== 'parameter' || run.rules.match(method))
    return undefined;
  const [first = ''] = method.segments();
  if (first.startsWith('~') || mayBeLocal(run, first)) return method.segment;
  for (let above = method.parent; above && above.depth > 1; above = above.parent)
    if (run.rules.match(above)?.shared) return method.segment;
  return undefined;
}

/** Applies what the rules say about reading a name. */
export function readName(run: Run, value: Value, span: Span, rest?: Value): Value {
  const name = value.name!;
  const match = knownOf(run, name);
  let result = value;
  if (match) {
    if (match.constant !== undefined) return { ...constantValue(match.constant), name };
    for (const sanitizer of match.sanitizers)
      if (sanitizer.on === 'read') {
        const dynamic = sanitizer.harmless ? false : result.dynamic;
        const form = sanitizer.leads ?? result.form;
        result = { ...result, taint: clearLabels(result.taint, sanitizer.clears), dynamic, form };
      }
    for (const source of match.sources)
      if (source.on === 'read')
        result = {
          ...result,
          taint: joinTaints(result.taint, sourceTaint(run, source, span)),
        };
    if (match.shared) result = { ...result, taint: joinTaints(result.taint, run.shared(name)) };
    const alias = aliasOf(run.file, match);
    if (alias) result = { ...result, name: run.rules.name(alias) };
    if (match.checks.length || match.sinks.length) run.events.read(run, match, result, span);
  }
  if (rest) {
    const joined = joinValues(rest, result);
    return { ...joined, name: result.name };
  }
  return result;
}

/** The taint of a part: of a parameter, or of what another function gives, only that field, so that callers can be precise. */
export function partTaint(run: Run, object: Value, property: string, isCalled = false): Taint | undefined {
  if (!object.taint) return undefined;
  // Where attributes are read by calls, a call reads one.
  const isMethod = isCalled && !run.traits.attributesAreCalls;
  let taint: Taint | undefined;
  for (const entry of object.taint) {
    const { origin } = entry;
    if (origin.k === 'source' && isKeyOfRow(origin.kind, property)) continue;
    if (origin.k === 'parameter' && origin.field === undefined && isAsGiven(entry) && !isMethod)
      taint = joinTaints(taint, fieldTaint(run, entry, origin.index, property));
    else if (origin.k === 'parameter' && origin.index === -1 && !isMethod)
      // Of a field of the object only the name is passed on: what was put into it may be in another part of it.
      taint = joinTaints(taint, checkedTaint([entry], checkOfOwnPart(property)));
    else if (origin.k === 'call' && origin.field === undefined && !isMethod)
      taint = joinTaints(taint, [{ ...entry, origin: run.origins.partOfResult(origin.call, property) }]);
    else if (origin.k === 'call' && origin.field !== undefined && isFilled(origin.field) && !isMethod) {
      const field = partOfFilled(origin.field, property);
      taint = joinTaints(taint, [{ ...entry, origin: run.origins.partOfResult(origin.call, field) }]);
    } else taint = joinTaints(taint, isCalled ? [entry] : partOfFound([entry], property));
  }
  return isCalled ? taint : partAsked(run, object, taint, property);
}

function fieldTaint(run: Run, { mask, step, check }: TaintEntry, index: number, property: string): Taint {
  return run.origins.parameter(index, property, mask).map((entry) => ({ ...entry, step, check }));
}

/** `object[index]`. */
export function readIndex(run: Run, object: Value, index: Value, span: Span): Value {
  return asHeld(run, readPlace(run, object, index, span), object.holds);
}

function readPlace(run: Run, object: Value, index: Value, span: Span): Value {
  const { constant } = index;
  const { shape } = object;
  if (constant !== undefined && constant !== null) {
    let key = String(constant);
    if (shape?.kind === 'list' && typeof constant === 'number' && constant < 0 && shape.length !== undefined)
      key = String(shape.length + constant);
    if (shape && run.abilities.shapes) {
      const field = shape.fields.get(key);
      if (field) return run.rules.namedField(key) ? namedSource(run, key, field, span) : field;
      if (shape.rest) return shape.rest;
      if (shape.kind === 'list' && shape.length !== undefined && !object.taint) return unknownValue;
    }
    if (typeof object.constant === 'string' && typeof constant === 'number') {
      const char = object.constant.at(constant);
      if (char !== undefined) return constantValue(char);
    }
    const read = readMember(run, object, key, span);
    return run.routes.size > 0 ? partOfRoute(run, object.name?.parent, key, read) : read;
  }
  const chosen = randomTaint(index);
  if (chosen && (typeof object.constant === 'string' || !object.taint))
    return { ...unknownValue, taint: chosen };
  if (shape && run.abilities.shapes) {
    const element = elementOf(run, object);
    return shape.kind === 'map' ? orNothing(element) : element;
  }
  const name = object.name?.child('[]');
  const base = { ...unknownValue, taint: partAsked(run, object, object.taint, '[]'), name };
  return name ? readName(run, base, span) : base;
}

/** A map may lack the key: whether there is something under it is not known, and neither how much. */
function orNothing(element: Value): Value {
  const { constant, shape } = element;
  if (constant === undefined && shape?.length === undefined) return element;
  return { ...element, constant: undefined, shape: shape && { ...shape, length: undefined } };
}

/** What is picked by a number that can be guessed can be guessed as well. */
function randomTaint({ taint }: Value): Taint | undefined {
  const random = taint?.filter(({ origin }) => origin.k === 'source' && origin.kind === 'random');
  return random?.length ? random : undefined;
}

/** Any one of the values that a collection holds. `span` is where a loop takes it: what is iterated over may be known as a source. */
export function elementOf(run: Run, collection: Value, expr?: Expr, span?: Span): Value {
  if (collection.shape?.kind === 'map' && expr && run.abilities.shapes) return keyOf(collection);
  const element = oneOf(run, collection, span);
  return asHeld(
    run,
    isMixed(collection) ? { ...element, name: undefined, instance: undefined } : element,
    collection.holds,
  );
}

/** A list of objects of several classes, whose type says what they have in common: any of them may be meant. */
function isMixed({ shape, holds }: Value): boolean {
  if (!shape || shape.fields.size < 2 || !(holds?.name || holds?.instance)) return false;
  const classes = new Set<string | undefined>();
  for (const { name, instance } of shape.fields.values())
    classes.add(instance?.definition.name ?? (name?.segment === callSegment ? String(name) : undefined));
  return classes.size > 1 && !classes.has(undefined);
}

function oneOf(run: Run, collection: Value, span: Span | undefined): Value {
  const { shape } = collection;
  if (shape && run.abilities.shapes) {
    let element = shape.rest;
    for (const value of shape.fields.values()) element = element ? joinValues(element, value) : value;
    if (element) return collection.taint ? withInner(run, element, collection.taint) : element;
  }
  if (typeof collection.constant === 'string') return literalValue;
  const name = collection.name?.child('[]');
  const taint = partAsked(run, collection, collection.taint, '[]');
  const held = { ...namedValue(name), taint, dynamic: collection.dynamic };
  const element = name && span ? readName(run, held, span) : held;
  return collection.schema ? narrowedPart(run, collection, '[]', element) : element;
}

/** What was put together here and what others put into the same collection: the parts of such an element are theirs as well. */
function withInner(run: Run, element: Value, taint: Taint): Value {
  const { shape } = element;
  const own = run.taintBoth(element, taint);
  if (!shape || shape.fields.size > maxInner) return own;
  const fields = new Map([...shape.fields].map(([key, field]) => [key, run.taintBoth(field, taint)]));
  return { ...own, shape: { ...shape, fields, rest: shape.rest && run.taintBoth(shape.rest, taint) } };
}

const maxInner = 16;

/** A key of a map: from outside only where the map itself is. */
export function keyOf(collection: Value): Value {
  if (collection.shape?.kind === 'map' && !collection.shape.rest) {
    const keys = [...collection.shape.fields.keys()];
    if (keys.length === 1) return constantValue(keys[0]!);
    return collection.taint ? { ...unknownValue, taint: collection.taint } : literalValue;
  }
  return { ...unknownValue, taint: collection.taint, dynamic: collection.dynamic };
}

/** A tuple has its parts by their places: `pair.Item1`, `pair._1`, `pair.0`. */
function placeOf(property: string): string {
  const counted = /^(?:Item|_)([1-8])$/.exec(property);
  return counted ? String(Number(counted[1]) - 1) : property;
}

/** `Type.LIKE_THIS` is a constant of another file, whatever it is; so are the name and the place of one of an enumeration. */
const propertyName = /^(?:cached_?)?property$/;
const constantName = /^(?:[A-Z][A-Z0-9_]+|name|ordinal)$/;
