import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import { testOf } from '../flags.ts';

/**
 * What a statement about the segments of a path is about: the list of them, and the path that was taken apart. `x.split('/')`, `strings.Split(x, "/")`,
 * `explode('/', $x)`, `Path(x).parts`, `[p for p in x.split('/') if p]`, and a variable that holds one of them.
 */
export function segmentedPaths(run: Run, segments: Expr): Expr[] {
  const meant = segments.k === 'name' ? testOf(run, segments.name) : segments;
  const path = meant && pathOf(run, meant);
  if (!path) return [segments];
  return segments.k === 'name' ? [segments, path] : [path];
}

/** Whether an expression is the list of what is between the slashes of a text; a text taken apart at backslashes alone keeps its slashes. */
export function isSplitAtSlashes(run: Run, segments: Expr): boolean {
  const meant = segments.k === 'name' ? testOf(run, segments.name) : segments;
  return meant?.k === 'call' && pathOf(run, meant) !== undefined && !meant.args.every(isBackslash);
}

function isBackslash({ value }: { value: Expr }): boolean {
  return value.k === 'const' && value.value === '\\';
}

function pathOf(run: Run, expr: Expr): Expr | undefined {
  if (expr.k === 'member') return expr.property === 'parts' ? textOf(expr.object) : undefined;
  if (expr.k === 'comprehension') {
    const [clause, more] = expr.clauses;
    return clause && !more ? pathOf(run, clause.iterable) : undefined;
  }
  if (expr.k !== 'call') return undefined;
  const { callee, args } = expr;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  // `x.split(sep).filter(Boolean)`
  if (name === 'filter' && callee.k === 'member') return pathOf(run, callee.object);
  if (!splits.has(name)) return undefined;
  const [first, second] = args;
  if (name === 'explode') return first && second && isSeparator(run, first.value) ? second.value : undefined;
  if (second && isSeparator(run, second.value)) return first!.value;
  return first && callee.k === 'member' && isSeparator(run, first.value)
    ? withoutReplacing(run, callee.object)
    : undefined;
}

/** `Path(x)` is `x`. */
function textOf(path: Expr): Expr {
  if (path.k !== 'call' || path.args.length !== 1 || path.callee.k !== 'name') return path;
  return paths.test(path.callee.name) ? path.args[0]!.value : path;
}

/** `x.replace('\\', '/')` has the segments of `x`. */
function withoutReplacing(run: Run, expr: Expr): Expr {
  if (expr.k !== 'call' || expr.callee.k !== 'member' || !replaces.has(expr.callee.property)) return expr;
  const [old, by] = expr.args;
  return old && by && isSeparator(run, old.value) && isSeparator(run, by.value) ? expr.callee.object : expr;
}

/** A slash, or what stands for one on the machine that it runs on. */
export function isSeparator(run: Run, expr: Expr): boolean {
  if (expr.k === 'regex') return separatorClass.test(expr.pattern);
  if (expr.k === 'member') return separatorName.test(expr.property);
  const known = expr.k === 'const' ? expr.value : expr.k === 'name' ? run.evaluate(expr).constant : undefined;
  if (known === undefined) return expr.k === 'name' && separatorName.test(expr.name);
  return known === '/' || known === '\\' || (typeof known === 'string' && separatorClass.test(known));
}

const paths = /^(?:Pure)?(?:Posix|Windows)?Path$/;
const replaces = new Set(['replace', 'replaceAll', 'gsub', 'tr', 'Replace']);
const splits = new Set(['split', 'Split', 'explode']);
const separatorName =
  /^(?:sep|separator|SEPARATOR|DIRECTORY_SEPARATOR|DirectorySeparatorChar|separatorChar|PathSeparator)$/;
/** `[\\/]`, `[/\\]+`, `\/`. */
const separatorClass = /^(?:\[[\\/]+\]|\\?\/)\+?$/;
