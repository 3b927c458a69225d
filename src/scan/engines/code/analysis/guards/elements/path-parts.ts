import { pathLabels } from '../../../domain/guarded-labels.ts';
import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import type { Barrier } from '../barriers/barrier.ts';

/**
 * `path.basename(name) === name`: a name without folders. `path.dirname(file) === root`, of a path whose dots were resolved: right inside of a folder that
 * nobody who sends the name can choose.
 */
export function pathPartBarriers(run: Run, left: Expr, right: Expr): Barrier[] {
  return [...partBarriers(run, left, right), ...partBarriers(run, right, left)];
}

function partBarriers(run: Run, part: Expr, other: Expr): Barrier[] {
  const whole = takenFrom(part, baseNames, baseMembers);
  if (whole && said(run, whole) === said(run, other)) return [{ expr: other, clears: pathLabels }];
  const inside = takenFrom(part, folderNames, folderMembers);
  if (!inside || run.evaluate(inside).form === undefined) return [];
  const isSent = run.evaluate(other).taint?.some(({ origin }) => origin.k === 'source');
  return isSent ? [] : [{ expr: inside, clears: pathLabels }];
}

/** The path that a call or a member gives a part of. */
function takenFrom(expr: Expr, names: ReadonlySet<string>, members: ReadonlySet<string>): Expr | undefined {
  if (expr.k === 'member') return members.has(expr.property) ? madeOf(expr.object) : undefined;
  if (expr.k !== 'call') return undefined;
  const { callee, args } = expr;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  const isNamed = names.has(name) || (names === baseNames && namesBase(callee));
  if (args.length > 0) return isNamed && args.length === 1 ? args[0]!.value : undefined;
  if (callee.k !== 'member') return undefined;
  // `Paths.get(name).getFileName().toString()`
  if (name === 'toString' || name === 'to_s') return takenFrom(callee.object, names, members);
  return members.has(name) ? madeOf(callee.object) : undefined;
}

/** `FilenameUtils.getName(name)` */
function namesBase(callee: Expr): boolean {
  if (callee.k !== 'member' || callee.property !== 'getName') return false;
  const { object } = callee;
  const of = object.k === 'member' ? object.property : object.k === 'name' ? object.name : '';
  return of === 'FilenameUtils' || of === 'FileNameUtil';
}

/** `new File(name)`, `Path(name)`: the text that a path was made of. */
function madeOf(expr: Expr): Expr {
  if (expr.k !== 'call' || expr.args.length !== 1) return expr;
  const { callee } = expr;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  return makers.has(name) ? expr.args[0]!.value : expr;
}

function said(run: Run, expr: Expr): string {
  return run.file.text.slice(expr.start, expr.end);
}

const baseNames = new Set(['basename', 'Base', 'GetFileName']);
const baseMembers = new Set(['name', 'getName', 'getFileName', 'basename']);
const folderNames = new Set(['dirname', 'Dir', 'GetDirectoryName']);
const folderMembers = new Set(['parent', 'getParent', 'getParentFile', 'dirname']);
const makers = new Set(['Path', 'PurePath', 'PurePosixPath', 'File', 'get', 'of', 'Pathname', 'new']);
