import {
  type AwaitedCheck,
  membershipAwaited,
  type Outcome,
  outcomeAwaited,
} from '../../domain/awaited-check.ts';
import type { Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import { calledBy, calleeName } from '../conditions/called-by.ts';
import type { Run } from '../run.ts';

/** The question whether a value is in a collection that another file may have written. */
export function awaitedMembership(run: Run, collection: Expr, clears: number): AwaitedCheck | undefined {
  const segments = namesElsewhere(run, collection);
  return segments && membershipAwaited(segments, clears);
}

/** The name of what is a variable, or a field of a class, of another file. */
export function namesElsewhere(run: Run, expr: Expr, known?: Value): string[] | undefined {
  if (expr.k !== 'name' && expr.k !== 'member') return undefined;
  const { name, constant, shape, taint } = known ?? run.evaluate(expr);
  if (constant !== undefined || shape || taint?.some(({ origin }) => origin.k === 'source')) return undefined;
  // A plain name that nothing here declares may be a variable of another file of the package.
  const isUndeclared = expr.k === 'name' && name?.depth === 1 && !taint;
  return isUndeclared ? packageName(run, name.segment) : segmentsElsewhere(run, name);
}

/** The question what a function that another file may have has established of one of its arguments by this outcome. */
export function awaitedOutcome(
  run: Run,
  call: Expr & { k: 'call' },
  outcome: Outcome,
  argument: number | string,
): AwaitedCheck | undefined {
  const isKnown = calledBy(run, call).target.closures !== undefined;
  const segments = isKnown ? undefined : segmentsElsewhere(run, calleeName(run, call));
  return segments && outcomeAwaited(segments, outcome, argument, isNormal(run, call, argument));
}

function isNormal(run: Run, { args }: Expr & { k: 'call' }, argument: number | string): boolean {
  const given = typeof argument === 'number' ? args[argument] : args.find(({ name }) => name === argument);
  return given !== undefined && run.evaluate(given.value).form !== undefined;
}

function packageName(run: Run, segment: string): string[] | undefined {
  const plain = segment.replace(/^~/, '');
  return run.abilities.crossFile && mayBeLocal(run, plain) ? [plain] : undefined;
}

export function segmentsElsewhere(run: Run, name: Name | undefined): string[] | undefined {
  if (!run.abilities.crossFile || !name?.parent) return undefined;
  const first = name.root;
  return mayBeLocal(run, first) || run.file.ownNames.has(first) ? name.segments() : undefined;
}
