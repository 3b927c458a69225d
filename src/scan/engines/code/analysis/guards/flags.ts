import type { Layer } from '../../domain/scope.ts';
import { literalValue, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import type { Barrier, BarriersOf } from './barriers/barrier.ts';
import { hostOf } from './same-value.ts';
import { isLookUp } from './tables/look-ups.ts';

/** A test that a variable holds the result of, with the versions of what it was about: when one of them changed it says nothing any more. */
export interface RememberedTest {
  readonly expr: Expr;
  readonly versions: ReadonlyArray<readonly [name: string, version: number]>;
  /** The variable is this constant where the test has this outcome; without it the variable is the outcome. */
  readonly under?: { readonly value: boolean; readonly holds: boolean };
  /** What the test said when it was made; variables of a loop have other values by now. */
  readonly said?: readonly Barrier[];
}

/** `ok = pattern.test(x)`: the flag stands for what it was set from until it, or what the test was about, is set again. */
export function rememberTest(
  run: Run,
  { target, value, test, op }: Expr & { k: 'assign' },
  barriersOf: BarriersOf,
): void {
  const flag = target.k === 'list' ? target.items[0] : target;
  if (flag?.k !== 'name') return;
  const { frame } = run;
  const meant = test ?? value;
  if (op === undefined && meant.k === 'const' && typeof meant.value === 'boolean')
    note(run, flag.name, underCondition(run, meant.value, barriersOf));
  else if (op === undefined && (tests.has(meant.k) || asksTable(flag.name, meant) || readsHost(meant))) {
    // A name that was set from itself, `x = (x or '').strip()`, is about what it held before.
    const versions = versionsIn(run, meant).filter(([name]) => name !== flag.name);
    note(run, flag.name, frame.tests.push({ expr: meant, versions }) - 1);
  } else if (frame.layer.get(keyOf(flag.name))) note(run, flag.name, undefined);
}

/** `if (x == 'a') ok = true`: that the flag is set says that the condition held. */
function underCondition(run: Run, value: boolean, barriersOf: BarriersOf): number | boolean {
  const condition = run.frame.conditions.at(-1);
  return condition ? remembered(run, condition.expr, condition.holds, value, barriersOf) : value;
}

function remembered(run: Run, expr: Expr, holds: boolean, value: boolean, barriersOf: BarriersOf): number {
  const said = barriersOf(expr, holds);
  const versions = said.flatMap((barrier) => versionsIn(run, barrier.expr));
  const { tests } = run.frame;
  // Each round of a loop asks the same.
  const known = tests.findIndex(
    (test) => test.expr === expr && test.under?.value === value && isSame(test, said, versions),
  );
  return known >= 0 ? known : tests.push({ expr, versions, under: { value, holds }, said }) - 1;
}

function isSame(
  test: RememberedTest,
  said: readonly Barrier[],
  versions: RememberedTest['versions'],
): boolean {
  return (
    test.said?.length === said.length &&
    test.said.every(({ expr, clears }, i) => said[i]!.expr === expr && said[i]!.clears === clears) &&
    test.versions.every(([name, version], i) => versions[i]?.[0] === name && versions[i]![1] === version)
  );
}

function versionsIn(run: Run, expr: Expr): Array<readonly [string, number]> {
  return namesIn(expr).map((name) => [name, run.frame.versionOf(name)] as const);
}

/** `if (x != 'a') ok = false`: where a flag stayed what it was, the condition had the other outcome. */
export function rememberStayed(
  run: Run,
  test: Expr,
  set: Layer,
  stayed: Layer,
  holds: boolean,
  barriersOf: BarriersOf,
): void {
  if (set.dead || stayed.dead) return;
  for (const key of [...set.values.keys()]) {
    const before = key.startsWith('?') && !stayed.values.has(key) ? stayed.get(key)?.constant : undefined;
    if (typeof before !== 'boolean') continue;
    stayed.set(key, { ...literalValue, constant: remembered(run, test, holds, before, barriersOf) });
  }
}

function note(run: Run, flag: string, constant: number | boolean | undefined): void {
  run.frame.layer.set(keyOf(flag), { ...literalValue, constant });
}

/** The one test that a variable holds the result of. */
export function testOf(run: Run, flag: string): Expr | undefined {
  const at = run.frame.layer.get(keyOf(flag))?.constant;
  return typeof at === 'number' ? stillTrue(run, run.frame.tests[at]) : undefined;
}

/** What a flag establishes: on every way that it may have been set, whatever gives the wanted value. Undefined where it is no flag. */
export function flagBarriers(
  run: Run,
  flag: string,
  positive: boolean,
  barriersOf: BarriersOf,
): Barrier[] | undefined {
  const held = run.frame.layer.get(keyOf(flag));
  const ways = waysOf(held);
  if (!ways) return undefined;
  let common: Barrier[] | undefined;
  for (const way of ways) {
    if (typeof way === 'boolean') {
      if (way !== positive) continue;
      return [];
    }
    const kept = typeof way === 'number' ? run.frame.tests[way] : undefined;
    if (kept?.under && kept.under.value !== positive) continue;
    const test = stillTrue(run, kept);
    if (!test) return [];
    const barriers = kept?.said ?? whileUnset(run, flag, () => barriersOf(test, positive));
    common = common ? sharedBarriers(run, common, barriers) : [...barriers];
  }
  return common ?? [];
}

function waysOf(held: Value | undefined) {
  if (held?.constant !== undefined) return [held.constant];
  return held?.either;
}

function sharedBarriers(run: Run, a: readonly Barrier[], b: readonly Barrier[]): Barrier[] {
  const textOf = ({ expr }: Barrier) => run.file.text.slice(expr.start, expr.end);
  return a.flatMap((barrier) => {
    const same = b.find((other) => textOf(other) === textOf(barrier));
    const clears = same ? barrier.clears & same.clears : 0;
    return clears ? [{ expr: barrier.expr, clears }] : [];
  });
}

function stillTrue(run: Run, test: RememberedTest | undefined): Expr | undefined {
  return test?.versions.every(([name, version]) => run.frame.versionOf(name) === version)
    ? test.expr
    : undefined;
}

/** What a flag was set from may name the flag itself; it is not followed a second time. */
function whileUnset<T>(run: Run, flag: string, work: () => T): T {
  const { layer } = run.frame;
  const held = layer.get(keyOf(flag));
  note(run, flag, undefined);
  try {
    return work();
  } finally {
    if (held) layer.set(keyOf(flag), held);
  }
}

/** The variables that an expression reads, as far as a condition is deep. */
export function namesIn(expr: Expr): string[] {
  const names: string[] = [];
  addNames(expr, 4, names);
  return names;
}

function addNames(expr: Expr, depth: number, names: string[]): void {
  if (depth < 0) return;
  switch (expr.k) {
    case 'name':
      names.push(expr.name);
      return;
    case 'member':
    case 'slice':
      addNames(expr.object, depth - 1, names);
      return;
    case 'index':
      addNames(expr.object, depth - 1, names);
      addNames(expr.index, depth - 1, names);
      return;
    case 'unary':
    case 'await':
      addNames(expr.value, depth - 1, names);
      return;
    case 'template':
      for (const part of expr.parts) addNames(part, depth - 1, names);
      return;
    case 'list':
      for (const { value } of expr.items) addNames(value, depth - 1, names);
      return;
    case 'binary':
    case 'logic':
      addNames(expr.left, depth - 1, names);
      addNames(expr.right, depth - 1, names);
      return;
    case 'call':
      addNames(expr.callee, depth - 1, names);
      for (const { value } of expr.args) addNames(value, depth - 1, names);
      return;
  }
}

/** Whether something may be remembered of a place: of one whose text is as long something is. */
export function mayBeNarrowed(run: Run, { start, end }: Expr): boolean {
  return run.frame.narrowed?.has(Math.max(0, Math.min(end, run.file.text.length) - start)) === true;
}

/** Remembers something of a place under its key, which begins with the character that says what it is about. */
export function narrowPlace(run: Run, kind: '#' | '%' | '^', place: string, value: Value): void {
  const { frame } = run;
  frame.narrowed ??= new Set();
  frame.narrowed.add(place.lastIndexOf(' '));
  frame.layer.set(kind + place, value);
}

/** A place by its text and by the versions of the variables in it: once one of them is set again it is another place. */
export function placeKey(run: Run, expr: Expr): string {
  const versions = namesIn(expr).map((name) => run.frame.versionOf(name));
  return `${run.file.text.slice(expr.start, expr.end)} ${versions.join()}`;
}

function keyOf(flag: string): string {
  return `?${flag}`;
}

/** `h = new URL(to).hostname`: what is asked of the host is asked of the URL. */
function readsHost(meant: Expr): boolean {
  return meant.k === 'member' && hostOf(meant) !== undefined;
}

/** `entry = table[x]`; of `x = table[x]` the key is gone. */
function asksTable(flag: string, meant: Expr): boolean {
  return isLookUp(meant) && !namesIn(meant).includes(flag);
}

const tests = new Set<Expr['k']>(['call', 'unary', 'binary', 'logic', 'await']);
/** The key of a variable in a layer; what is known of places begins with another character. */
export const variable = /^[\w$]/;
