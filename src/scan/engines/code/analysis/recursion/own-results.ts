import { joinTaints, maxEntries, type Taint, type TaintEntry } from '../../domain/taint.ts';
import { deepTaint, type Shape, type Value } from '../../domain/value.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';

/**
 * What a function gives itself, as in `return is_array($x) ? array_map('h', $x) : htmlspecialchars($x)`: as long as its result is not known,
 * what goes in may come out. In the result it is told from what comes on other ways, since it can do no more harm than that does.
 */
export function resultOfItself(run: Run, fn: FunctionIr, value: Value): Value {
  if (!value.taint || !run.facts.isCurrent(fn)) return value;
  return { ...value, taint: run.origins.again(value.taint) };
}

/**
 * The result of a function that calls itself. What its arguments are to it on all ways that do not come back to it bounds what they are on those
 * that do: each time round leaves at most the labels that the time before has left.
 */
export function withoutRounds(value: Value): Value {
  const taint = deepTaint(value);
  if (!taint?.some(isAgain)) return value;
  // Of a long list some were left out.
  const isWhole = taint.length < maxEntries;
  const left = isWhole ? taint.reduce((mask, entry) => (isAgain(entry) ? mask : mask | entry.mask), 0) : -1;
  return settled(value, left, maxDepth);
}

function settled(value: Value, left: number, depth: number): Value {
  const { shape } = value;
  const taint = value.taint?.some(isAgain) ? firstRound(value.taint, left) : value.taint;
  if (!shape || depth === 0) return { ...value, taint };
  const fields = new Map([...shape.fields].map(([key, field]) => [key, settled(field, left, depth - 1)]));
  const rest = shape.rest && settled(shape.rest, left, depth - 1);
  const whole: Shape = { kind: shape.kind, fields, rest, length: shape.length };
  return { ...value, taint, shape: whole };
}

function firstRound(taint: Taint, left: number): Taint | undefined {
  let joined: Taint | undefined;
  for (const entry of taint) {
    const { origin } = entry;
    const again = origin.k === 'parameter' ? origin.again : undefined;
    const mask = again ? entry.mask & left : entry.mask;
    if (mask) joined = joinTaints(joined, [again ? { ...entry, origin: again, mask } : entry]);
  }
  return joined;
}

function isAgain({ origin }: TaintEntry): boolean {
  return origin.k === 'parameter' && origin.again !== undefined;
}

/** As deep as the parts of values are looked into. */
const maxDepth = 3;
