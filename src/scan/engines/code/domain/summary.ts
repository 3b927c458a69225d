import type { FunctionIr, Span } from '../ir/ir.ts';
import { allLabels } from '../knowledge/labels.ts';
import type { Sink } from '../knowledge/rule-types.ts';
import { passedInTurn } from './awaited-check.ts';
import { joinTaints, stepTaint, type Taint, type TaintEntry } from './taint.ts';
import { deepTaint, isDynamic, type Shape, type Value } from './value.ts';

/** What calling a function does, in terms of its parameters. */
export interface Summary {
  readonly fn: FunctionIr;
  readonly returned: Value;
  /** The object after a constructor or method ran. */
  readonly self: Value | undefined;
  readonly sinks: readonly SummarySink[];
  /** What its ways out establish; undefined for nothing. */
  readonly outcomes: Outcomes | undefined;
  /** Something in it depends on other files: callers leave it to the linker. */
  readonly needsLinking: boolean;
}

/** Labels that the ways out of a function made harmless, by the position of the parameter: all ways, and those with one kind of result. */
export interface Outcomes {
  readonly any?: readonly number[];
  readonly yes?: readonly number[];
  readonly no?: readonly number[];
  /** Where it gives nothing, such as no error. */
  readonly nothing?: readonly number[];
}

export interface SummarySink {
  readonly entry: TaintEntry;
  sink: Sink;
  readonly span: Span;
  readonly scope: string;
}

/** The arguments of one call, by parameter position; -1 is the receiver. With a field, the argument as far as that field of it goes. */
export type Binding = (index: number, field?: string) => Value | undefined;

/** The taint that a placeholder stands for in a call: what it is where the function uses it, or in what the function returns. */
export function argumentTaint(
  entry: TaintEntry,
  bind: Binding,
  at: Span,
  how: 'called' | 'returned',
): Taint | undefined {
  if (entry.origin.k !== 'parameter') return [entry];
  const value = bind(entry.origin.index);
  if (!value) return undefined;
  let taint: Taint | undefined;
  const { field } = entry.origin;
  const part = field === undefined ? undefined : value.shape?.fields.get(field);
  if (part) taint = deepTaint(part);
  // A field that was never set is not what the other fields hold.
  else if (field !== undefined && value.shape?.kind === 'map')
    taint = joinTaints(value.taint, value.shape.rest && deepTaint(value.shape.rest));
  else taint = deepTaint(field === undefined ? value : (bind(entry.origin.index, field) ?? value));
  const masked = taint?.flatMap((own) => {
    const mask = own.mask & entry.mask;
    const awaits = passedInTurn(own.awaits, entry.awaits);
    return mask ? [{ ...own, mask, check: own.check ?? entry.check, awaits }] : [];
  });
  if (!masked?.length) return undefined;
  // What the function did to the value is a place of its way.
  const inside = (taint: Taint | undefined) =>
    entry.step ? stepTaint(taint, entry.step.span, entry.step.how) : taint;
  return how === 'called' ? inside(stepTaint(masked, at, how)) : stepTaint(inside(masked), at, how);
}

/** A summary's value as the caller sees it. */
export function instantiate(value: Value, bind: Binding, at: Span, depth = 3): Value {
  const given = givenBack(value, bind);
  if (given) return given;
  let taint: Taint | undefined;
  for (const entry of value.taint ?? [])
    if (entry.origin.k !== 'call') taint = joinTaints(taint, argumentTaint(entry, bind, at, 'returned'));
  const shape = value.shape && depth > 0 ? instantiateShape(value.shape, bind, at, depth - 1) : undefined;
  if (taint === value.taint && shape === value.shape) return value;
  return { ...value, taint, shape };
}

/** A parameter, or a field of one, that is given back as it came: what is known about it stays known. */
function givenBack(value: Value, bind: Binding): Value | undefined {
  const entry = value.taint?.length === 1 ? value.taint[0]! : undefined;
  if (entry?.origin.k !== 'parameter' || entry.step || entry.mask !== allLabels) return undefined;
  if (value.shape || value.text !== undefined || value.constant !== undefined) return undefined;
  const { index, field } = entry.origin;
  const bound = bind(index);
  const part = field === undefined ? bound : bound?.shape?.fields.get(field);
  return part && !isDynamic(part) && !deepTaint(part) ? part : undefined;
}

function instantiateShape(shape: Shape, bind: Binding, at: Span, depth: number): Shape {
  const fields = new Map<string, Value>();
  for (const [key, field] of shape.fields) fields.set(key, instantiate(field, bind, at, depth));
  return { ...shape, known: undefined, fields, rest: shape.rest && instantiate(shape.rest, bind, at, depth) };
}
