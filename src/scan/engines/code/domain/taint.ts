import type { Span } from '../ir/ir.ts';
import type { SourceKind } from '../knowledge/labels.ts';
import { type AwaitedCheck, passedByBoth, passedInTurn } from './awaited-check.ts';
import { isFilled } from './callee.ts';

/**
 * Where tainted data started. A source is known harm; a parameter and the result of a call into another file are placeholders that callers
 * and the linker replace.
 */
export type Origin = SourceOrigin | ParameterOrigin | CallOrigin;

export interface SourceOrigin {
  readonly k: 'source';
  readonly id: number;
  readonly kind: SourceKind;
  readonly title: string;
  readonly span: Span;
  /** It is one only where this class of another file turns out to be what a framework fills. */
  readonly awaits?: string;
  /** Only a name says that it is one, and nothing around it says that requests are handled there. */
  readonly isGuess?: true;
}

export interface ParameterOrigin {
  readonly k: 'parameter';
  readonly id: number;
  /** Position in the parameter list; -1 for `this`. */
  readonly index: number;
  /** The field of the parameter that was read, where only one was. */
  readonly field: string | undefined;
  /** Set where the function was given it by itself: what it stands for in the first call. */
  readonly again?: ParameterOrigin;
}

export interface CallOrigin {
  readonly k: 'call';
  readonly id: number;
  /** Index into the calls of the function that is being analysed. */
  readonly call: number;
  /** The part of the result that was read, where only one was. */
  readonly field: string | undefined;
  /** No call, but what functions of the program keep in a place such as a session. */
  readonly isKept: boolean;
}

/** How data gets to the place of a step, where the place alone does not say it. `guessed`: through a function of which nothing is known. */
export type StepKind = 'parameter' | 'element' | 'joined' | 'callback' | 'called' | 'returned' | 'guessed';

export interface Step {
  readonly span: Span;
  readonly how: StepKind | undefined;
  readonly previous: Step | undefined;
  readonly length: number;
}

export interface TaintEntry {
  readonly origin: Origin;
  /** The labels that it can still do harm to. */
  readonly mask: number;
  readonly step: Step | undefined;
  /** A check that every way here has passed, and of which no more than its name is known. */
  readonly check: string | undefined;
  /** Tests that every way here has passed, and of which another file knows what they say. */
  readonly awaits: readonly AwaitedCheck[] | undefined;
}

/** What a function of another file may have put into an object: nothing as long as nobody knows of that function. */
export function isOfFilled({ origin }: TaintEntry): boolean {
  return origin.k === 'call' && isFilled(origin.field);
}

/** Sorted by the origin's id, each origin once. Sets are small and never change. */
export type Taint = readonly TaintEntry[];

export function joinTaints(a: Taint | undefined, b: Taint | undefined): Taint | undefined {
  if (!a || a === b) return a ?? b;
  if (!b) return a;
  const joined: TaintEntry[] = [];
  let i = 0;
  let j = 0;
  let changed = false;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left && (!right || left.origin.id < right.origin.id)) {
      joined.push(left);
      i++;
    } else if (right && (!left || right.origin.id < left.origin.id)) {
      joined.push(right);
      changed = true;
      j++;
    } else if (left && right) {
      const entry = joinEntries(left, right);
      if (entry !== left) changed = true;
      joined.push(entry);
      i++;
      j++;
    }
  }
  if (!changed) return a;
  if (joined.length <= maxEntries) return joined;
  // Sources before placeholders: they are what a finding needs. What functions may have put into an object mostly turns out to be nothing.
  const sources = joined.filter((entry) => entry.origin.k === 'source');
  const others = joined.filter((entry) => entry.origin.k !== 'source' && !isOfFilled(entry));
  return [...sources, ...others, ...joined.filter(isOfFilled)]
    .slice(0, maxEntries)
    .sort((x, y) => x.origin.id - y.origin.id);
}

/** What either may do harm to; a check counts only where both have passed one. */
function joinEntries(a: TaintEntry, b: TaintEntry): TaintEntry {
  const mask = a.mask | b.mask;
  const check = a.check !== undefined && b.check !== undefined ? a.check : undefined;
  const awaits = passedByBoth(a.awaits, b.awaits);
  if (mask === a.mask && check === a.check && awaits === a.awaits) return a;
  return mask === b.mask && check === b.check && awaits === b.awaits ? b : { ...a, mask, check, awaits };
}

/** Data that has passed a check of which nothing but its name is known here; another file may know more. */
export function checkedTaint(
  taint: Taint | undefined,
  check: string | undefined,
  awaited?: AwaitedCheck,
): Taint | undefined {
  const asked = awaited === undefined ? undefined : [awaited];
  return taint?.map((entry) => {
    const awaits = passedInTurn(entry.awaits, asked);
    if (entry.awaits === awaits && (entry.check ?? check) === entry.check) return entry;
    return { ...entry, check: entry.check ?? check, awaits };
  });
}

export function clearLabels(taint: Taint | undefined, mask: number): Taint | undefined {
  if (!taint) return undefined;
  if (!taint.some((entry) => entry.mask & mask)) return taint;
  const left = taint.flatMap((entry) => {
    const rest = entry.mask & ~mask;
    return rest ? [{ ...entry, mask: rest }] : [];
  });
  return left.length ? left : undefined;
}

/** What is left of it when it can do these kinds of harm only. */
export function onlyLabels(taint: Taint | undefined, mask: number): Taint | undefined {
  return clearLabels(taint, ~mask);
}

/** Adds a place that the data passed through. */
export function stepTaint(taint: Taint | undefined, span: Span, how?: StepKind): Taint | undefined {
  if (!taint) return undefined;
  let isSame = true;
  for (let i = 0; i < taint.length && isSame; i++) {
    const { step } = taint[i]!;
    isSame = step !== undefined && (step.span === span || step.length >= maxSteps);
  }
  if (isSame) return taint;
  const stepped: TaintEntry[] = [];
  for (let i = 0; i < taint.length; i++) {
    const entry = taint[i]!;
    const length = (entry.step?.length ?? 0) + 1;
    if (length > maxSteps) stepped.push(entry);
    else
      stepped.push({
        origin: entry.origin,
        mask: entry.mask,
        step: { span, how, previous: entry.step, length },
        check: entry.check,
        awaits: entry.awaits,
      });
  }
  return stepped;
}

/** Nothing has happened to a parameter since it came in. */
export function isAsGiven({ step }: TaintEntry): boolean {
  return step === undefined || (step.how === 'parameter' && step.previous === undefined);
}

export function stepsOf(entry: TaintEntry): Step[] {
  const steps: Step[] = [];
  for (let step = entry.step; step; step = step.previous) steps.push(step);
  return steps.reverse();
}

/** How many entries a value keeps. */
export const maxEntries = 10;
const maxSteps = 12;
