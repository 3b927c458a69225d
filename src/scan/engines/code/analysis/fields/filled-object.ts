import type { CallEvent } from '../../domain/call-event.ts';
import { filledPart, made, ownObject } from '../../domain/callee.ts';
import { isOfFilled, joinTaints, type Taint } from '../../domain/taint.ts';
import { isNumeric } from '../../domain/types/numeric-type.ts';
import { deepTaint, type Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
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
/** Calls that may have filled one object. */
const maxFilled = 3;
