import { validAwaited } from '../../../domain/awaited-check.ts';
import { addressLabels, lineLabels } from '../../../domain/guarded-labels.ts';
import type { Expr } from '../../../ir/ir.ts';
import { allLabels } from '../../../knowledge/labels.ts';
import type { Run } from '../../run.ts';
import { verdictBarriers } from '../../schemas/verdicts.ts';
import { keyBarriers } from '../closed-set.ts';
import { flagBarriers } from '../flags.ts';
import { emptyPlaces, placeIn } from '../outcomes/empty-names.ts';
import { switchedBarriers } from '../own-switches.ts';
import { hostOf, innermost } from '../same-value.ts';
import { isNothing } from '../tables/look-ups.ts';
import { folderBarriers } from '../targets/folder-itself.ts';
import { dottedSuffixBarriers } from '../targets/host-suffix.ts';
import { noScheme } from '../targets/local-target.ts';
import { hostIn, schemeOf } from '../targets/parsed-address.ts';
import { twoSlashBarriers } from '../targets/two-slashes.ts';
import { calledEquality } from '../written/called-equality.ts';
import type { Barrier, BarriersOf } from './barrier.ts';
import { callBarriers, readBarriers } from './call-barriers.ts';
import { comparisonBarriers, withoutHost } from './comparison-barriers.ts';

/** What a condition establishes where it holds, or where it does not. */
export function proofsOf(run: Run, test: Expr, positive: boolean): Barrier[] {
  const proofs = barriers(run, test, positive, 0);
  return [...proofs, ...singleLines(run, proofs)];
}

/** `x.indexOf('\r') < 0 && x.indexOf('\n') < 0`: a text of one line, which only both say. */
function singleLines(run: Run, proofs: readonly Barrier[]): Barrier[] {
  const without = (end: string) => proofs.filter(({ lacks }) => lacks === end);
  const noFeed = without('\n');
  if (noFeed.length === 0) return [];
  return without('\r')
    .filter(({ expr }) => noFeed.some((other) => textEqual(run, innermost(other.expr), innermost(expr))))
    .map(({ expr }) => ({ expr, clears: lineLabels }));
}

function barriers(run: Run, test: Expr, positive: boolean, depth: number): Barrier[] {
  if (depth > maxProofDepth) return [];
  const barriersOf: BarriersOf = (inner, holds) => barriers(run, inner, holds, depth + 1);
  switch (test.k) {
    case 'unary':
      return test.op === '!' || test.op === 'not' ? barriersOf(test.value, !positive) : [];
    case 'logic':
      return logicBarriers(run, test, positive, barriersOf);
    case 'binary':
      return comparisonBarriers(run, test, positive, barriersOf);
    case 'call': {
      const equality = calledEquality(test);
      return equality
        ? comparisonBarriers(run, equality, positive, barriersOf)
        : callBarriers(run, test, positive, barriersOf);
    }
    case 'await':
      return barriersOf(test.value, positive);
    // `if (m = pattern.exec(x))` asks what it sets.
    case 'assign':
      return test.op === undefined ? barriersOf(test.value, positive) : [];
    case 'name': {
      const verdict = verdictBarriers(run, run.lookup(test.name), positive);
      if (verdict.length > 0) return verdict;
      const meant = flagBarriers(run, test.name, positive, barriersOf);
      if (meant && positive) return meant;
      // What is empty or absent does no harm.
      return positive ? [] : [...(meant ?? []), { expr: test, clears: allLabels, alone: true }];
    }
    // A URL that names no host leads to this one.
    case 'member': {
      if (isVerdict(run, test)) return verdictBarriers(run, run.evaluate(test), positive);
      const known = readBarriers(run, test, positive);
      if (positive) return [...known, ...modelBarriers(run, test)];
      if (known.length > 0) return known;
      if (test.property === 'IsAbsoluteUri') return [{ expr: test.object, clears: addressLabels }];
      if (hostOf(test)) return [withoutHost(test)];
      return [{ expr: test, clears: allLabels, alone: true, ...(schemeOf(test) && { target: noScheme }) }];
    }
    // `allowed[x]` of a closed map is true only for its keys.
    case 'index':
      return positive ? keyBarriers(run, test.object, test.index) : [];
    default:
      return [];
  }
}

/** `ModelState.IsValid`: what the action was given is what its classes declare. */
function modelBarriers(run: Run, { object, property }: Expr & { k: 'member' }): Barrier[] {
  const of = object.k === 'member' ? object.property : object.k === 'name' ? object.name : '';
  if (property !== 'IsValid' || of !== 'ModelState') return [];
  return (run.frame.fn?.parameters ?? []).map(({ name, target: { start, end } }) => ({
    expr: { k: 'name', name, start, end },
    clears: 0,
    awaits: validAwaited('model'),
  }));
}

/** Of "a and b" being true both hold; of "a or b" being true only what each of them establishes. */
function logicBarriers(
  run: Run,
  test: Expr & { k: 'logic' },
  positive: boolean,
  barriersOf: BarriersOf,
): Barrier[] {
  const slashes = test.op === 'and' && !positive ? twoSlashBarriers(run, test) : [];
  if (slashes.length > 0) return slashes;
  const dotted = test.op === 'and' && positive ? dottedSuffixBarriers(run, test) : [];
  if (dotted.length > 0) return dotted;
  const left = barriersOf(test.left, positive);
  // `table[x] ?? null` is something only where the table has it.
  if (positive && test.op !== 'and' && isNothing(test.right)) return left;
  const right = barriersOf(test.right, positive);
  if ((test.op === 'and') === positive) return [...left, ...right];
  const inside = folderBarriers(run, test, positive, left, right);
  if (inside) return inside;
  const switched = switchedBarriers(run, test, positive, left, right);
  if (switched) return [...switched];
  // `x == null || x.indexOf("..") < 0`: what is nothing needs no check.
  const emptyLeft = emptyPlaces(run, test.left, positive);
  const emptyRight = emptyPlaces(run, test.right, positive);
  const alone = [...aboutPlaces(run, right, emptyLeft), ...aboutPlaces(run, left, emptyRight)];
  const common = left.flatMap((barrier): Barrier[] => {
    const same = right.filter((other) => textEqual(run, innermost(barrier.expr), innermost(other.expr)));
    const clears = barrier.clears & same.reduce((mask, other) => mask | other.clears, 0);
    const check = barrier.check ?? same.find((other) => other.check !== undefined)?.check;
    if (same.length === 0) return [];
    const expr = innermost(barrier.expr);
    const origins = barrier.origins === true && same.every((other) => other.origins);
    if (!clears && check) return [{ expr, clears: 0, check }];
    const target = targetOf(barrier) & same.reduce((bits, other) => bits | targetOf(other), 0);
    const says = target > 0 ? { target } : {};
    return clears || target > 0 ? [{ expr, clears, origins, ...says }] : [];
  });
  return [...common, ...alone];
}

function aboutPlaces(run: Run, barriers: readonly Barrier[], places: ReadonlySet<string>): Barrier[] {
  if (places.size === 0) return [];
  // A text whose host is nothing may still be anything.
  return barriers.filter(
    ({ expr, origins }) => !origins && !hostIn(run, expr) && places.has(placeIn(run, innermost(expr)) ?? ''),
  );
}

/** A target that was cleared is whatever the other way says of it. */
function targetOf({ clears, target = 0 }: Barrier): number {
  return (clears & addressLabels) === addressLabels ? -1 : target;
}

function textEqual(run: Run, a: Expr, b: Expr): boolean {
  return run.file.text.slice(a.start, a.end) === run.file.text.slice(b.start, b.end);
}

/** `result.error`; most objects that are asked have no schema in them. */
function isVerdict(run: Run, { object, property }: Expr & { k: 'member' }): boolean {
  return object.k === 'name' && run.lookup(object.name).shape?.fields.get(property)?.schema !== undefined;
}

const maxProofDepth = 8;
