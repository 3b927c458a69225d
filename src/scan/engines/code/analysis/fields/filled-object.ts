import type { CallEvent } from '../../domain/call-event.ts';
import { filledPart, made, ownObject } from '../../domain/callee.ts';
import { isOfFilled, joinTaints, type Taint } from '../../domain/taint.ts';
import { isNumeric } from '../../domain/types/numeric-type.ts';
import { deepTaint, type Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import { writeBack } from '../assignments.ts';
import type { Run } from '../run.ts';
import { newParts } from './new-parts.ts';

/** What a method put into the fields of its object; by the parts of its result that stand for them. */
export function filledFields(
  { traits }: Run,
  fn: FunctionIr,
  before: Value | undefined,
  after: Value | undefined,
): ReadonlyMap<string, Taint> {
  if (!after || after === before || fn.isStatic || fn.name === traits.constructorName) return nothing;
  return newParts(filledPart(ownObject), before, after, ({ origin }) => isOf(origin, ownObject));
}

/** What a constructor put into each field of its object; undefined where it may have put more there than is known. */
export function madeFields(
  { traits }: Run,
  fn: FunctionIr,
  before: Value | undefined,
  after: Value | undefined,
): ReadonlyMap<string, Taint | undefined> | undefined {
  const { shape } = after ?? {};
  if (fn.name !== traits.constructorName || shape?.kind !== 'map' || shape.fields.size > maxFields)
    return undefined;
  const self = traits.receiver === 'parameter' ? fn.parameters[0]?.name : traits.receiverName;
  if (self === undefined || fn.body.some((part) => handsOut(part, self, shape.fields))) return undefined;
  const own = new Set(before?.taint?.map(({ origin }) => origin.id));
  const isForeign = ({ origin }: Taint[number]) => !own.has(origin.id) && !isOf(origin, ownObject);
  if (after?.taint?.some(isForeign) || (shape.rest && deepTaint(shape.rest)?.some(isForeign)))
    return undefined;
  return new Map([...shape.fields].map(([field, value]) => [field, deepTaint(value)?.filter(isForeign)]));
}

/** `fill(this, options)`, `self.__dict__.update(options)`: something may be put into any field. */
function handsOut(part: Part, self: string, fields: ReadonlyMap<string, unknown>): boolean {
  if (part.k === 'call') {
    if (part.args.some(({ value }) => value.k === 'name' && value.name === self)) return true;
    const object = part.callee.k === 'member' ? part.callee.object : undefined;
    if (object?.k === 'member' && object.object.k === 'name' && object.object.name === self)
      if (!fields.has(object.property)) return true;
  }
  let found = false;
  eachPart(part, (inner) => {
    found ||= handsOut(inner, self, fields);
  });
  return found;
}

function isOf(origin: Taint[number]['origin'], index: number): boolean {
  return origin.k === 'parameter' && origin.index === index;
}

/** A method of another file is given something: only that file knows in which fields of its object that ends. */
export function fillReceiver(run: Run, event: CallEvent, call: number): void {
  const { receiver, receiverExpr, args, named } = event;
  if (!receiver || !receiverExpr || !isKept(receiverExpr) || !isObject(run, receiver)) return;
  if (!args.some(deepTaint) && ![...named.values()].some(deepTaint)) return;
  // What it is called may already have said what it sets: `setName(x)`.
  const now = run.traits.accessorMethods ? run.evaluate(receiverExpr) : receiver;
  addFilled(run, receiverExpr, now, call, ownObject);
}

/** What a call of another file may have put into an object that is kept in a variable or a field of one. */
export function addFilled(run: Run, expr: Expr, object: Value, call: number, argument: number): void {
  if ((object.taint?.filter(isOfFilled).length ?? 0) >= maxFilled) return;
  const [whole] = run.origins.callResult(call);
  const entry = { ...whole!, origin: run.origins.partOfResult(call, filledPart(argument)) };
  writeBack(run, expr, { ...object, taint: joinTaints(object.taint, [entry]) });
}

/** A variable, or a field of one. */
export function isKept(expr: Expr): boolean {
  return expr.k === 'name' || (expr.k === 'member' && isKept(expr.object));
}

/** Of a type whose values never change. */
function isText({ parent }: Name): boolean {
  return parent !== undefined && (texts.has(parent.segment) || isNumeric(parent));
}

const texts: ReadonlySet<string> = new Set([
  'String',
  'string',
  'CharSequence',
  'Integer',
  'Long',
  'Boolean',
  'Double',
]);

/** No text, no function, and neither a class nor a module. Where types are declared, what has none that is known is mostly a text. */
export function isObject({ traits }: Run, value: Value): boolean {
  const { constant, text, closures, instance, name, shape, taint } = value;
  if (closures || instance?.isClass) return false;
  // A builder is one, also where all of its text is known.
  if (name?.segment === made) return !isText(name);
  if (constant !== undefined) return false;
  if (instance || shape) return true;
  if (traits.declaredTypes || text !== undefined) return false;
  return name?.root.startsWith('~') === true || taint !== undefined;
}

const nothing: ReadonlyMap<string, Taint> = new Map();
/** Of an object that a constructor makes. */
const maxFields = 24;
/** Calls that may have filled one object. */
const maxFilled = 3;
