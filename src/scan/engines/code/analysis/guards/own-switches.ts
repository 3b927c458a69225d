import type { Layer } from '../../domain/scope.ts';
import type { Origin } from '../../domain/taint.ts';
import { type Value, withTaint } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import type { Barrier } from './barriers/barrier.ts';
import { testOf, variable } from './flags.ts';

/**
 * `if (!options.allowPrivate) assertPublic(url);`: a check that only a permission of the program switches off. Whoever sends the data has no say in it,
 * and whoever gives the permission wants what it allows: what the check establishes holds behind both ways.
 */
export function keepUnderSwitch(run: Run, test: Expr, checked: Layer, free: Layer): void {
  if (checked.dead || free.dead || !isRefusedPermission(run, test, true)) return;
  for (const [key, value] of checked.values)
    if (/^[@#%]/.test(key)) free.set(key, value);
    else if (variable.test(key)) keepVariable(key, value, free);
}

/** Where the check has left a variable as it is, but for the harm that it can do. */
function keepVariable(name: string, { taint }: Value, free: Layer): void {
  const other = free.get(name);
  if (!other?.taint || taint?.some(({ origin }) => !other.taint!.some((entry) => entry.origin === origin)))
    return;
  const left = other.taint.flatMap((entry) => {
    const passed = taint?.find(({ origin }) => origin === entry.origin);
    const mask = entry.mask & (passed?.mask ?? 0);
    return passed && mask ? [{ ...entry, mask, check: passed.check, awaits: passed.awaits }] : [];
  });
  free.set(name, withTaint(other, left.length > 0 ? left : undefined));
}

/** `allowed || isPublic(url)`: what the other side establishes, where a permission switches it off. */
export function switchedBarriers(
  run: Run,
  { left, right }: Expr & { k: 'logic' },
  positive: boolean,
  ofLeft: readonly Barrier[],
  ofRight: readonly Barrier[],
): readonly Barrier[] | undefined {
  if (isRefusedPermission(run, left, !positive)) return ofRight;
  return isRefusedPermission(run, right, !positive) ? ofLeft : undefined;
}

/**
 * `if (allowPrivate) return;`, `if not block_local: return`: whether a way leads through a branch that a permission opens, or that is there for those who switched
 * a protection off.
 */
export function isSwitchedOff(run: Run): boolean {
  return run.frame.conditions.some(({ expr, holds }) => isRefusedPermission(run, expr, !holds));
}

/** Whether a test holds only where the program was not told to allow something, or was told to protect itself. */
function isRefusedPermission(run: Run, test: Expr, holds: boolean): boolean {
  if (test.k === 'unary' && (test.op === '!' || test.op === 'not'))
    return isRefusedPermission(run, test.value, !holds);
  if (test.k === 'binary' && test.right.k === 'const' && typeof test.right.value === 'boolean') {
    const isEqual = test.op === '==';
    return (
      (isEqual || test.op === '!=') &&
      isRefusedPermission(run, test.left, holds === (isEqual === test.right.value))
    );
  }
  const meant = test.k === 'name' ? (testOf(run, test.name) ?? test) : test;
  const isSwitch = holds
    ? isOnByDefault(run, test) || (switches.has(meant.k) && has(wordsOf(meant), protections))
    : has(wordsOf(test), permissions) || has(wordsOf(meant), permissions);
  return isSwitch && (run.evaluate(test).taint ?? []).every(({ origin }) => isOwn(origin));
}

/** `def check(url, block=True)`: a protection that only those do without who say so. */
function isOnByDefault({ frame }: Run, test: Expr): boolean {
  if (test.k !== 'name' || !frame.isAsGiven(test.name)) return false;
  const parameter = frame.fn?.parameters.find(({ name }) => name === test.name);
  return parameter?.otherwise?.k === 'const' && parameter.otherwise.value === true;
}

/** What the program was started or set up with, keeps, or was given as an option by its own code. */
function isOwn(origin: Origin): boolean {
  return origin.k !== 'source' || origin.kind === 'cli' || origin.kind === 'stored';
}

function wordsOf(expr: Expr): string {
  if (expr.k === 'name') return expr.name;
  if (expr.k === 'member') return expr.property;
  if (expr.k === 'index') return expr.index.k === 'const' ? String(expr.index.value) : '';
  if (expr.k !== 'call') return '';
  const text = expr.args.map(({ value }) => (value.k === 'const' ? String(value.value) : wordsOf(value)));
  return [wordsOf(expr.callee), ...text].join(' ');
}

function has(name: string, words: ReadonlySet<string>): boolean {
  const plain = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return plain.split(/[^a-z]+/).some((word) => words.has(word));
}

/** What switches are called that let something through. */
const permissions: ReadonlySet<string> = new Set(
  'allow allows allowed permit permitted skip bypass disable disabled unsafe insecure trust trusted unrestricted ignore'.split(
    ' ',
  ),
);
/** What switches are called that keep something out. Whether cleaning is on by default is not known: `sanitize`, `escape` and the like are none. */
const protections: ReadonlySet<string> = new Set(
  'protect protected protection block enforce enforced enforcement restrict restricted restriction deny ssrf'.split(
    ' ',
  ),
);
const switches = new Set<Expr['k']>(['name', 'member', 'index']);
