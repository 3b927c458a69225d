import { stepTaint } from '../../../domain/taint.ts';
import { withTaint } from '../../../domain/value.ts';
import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import { namesIn } from '../flags.ts';

/** `order = "#{column} asc"`: how a text was made, for when what it was made of is tested later. */
export function rememberMade(run: Run, { target, value, op }: Expr & { k: 'assign' }): void {
  if (target.k !== 'name' || op !== undefined || run.frame.owner(target.name) !== run.frame) return;
  const { made } = run.frame;
  const isText = value.k === 'template' || (value.k === 'binary' && value.op === '+') || isJoinedPath(value);
  const held = run.lookup(target.name);
  if (!isText || !held.taint || made.size >= maxTexts) {
    if (made.size > 0) made.delete(target.name);
    return;
  }
  const versions = namesIn(value).map((name) => [name, run.frame.versionOf(name)] as const);
  made.set(target.name, { expr: value, target, value: held, versions });
}

/** `path.join(root, name)`, `realpath(root + name)`, `new File(root, name).getCanonicalFile()`: a path of several parts. */
function isJoinedPath(value: Expr, depth = 0): boolean {
  if (value.k === 'template' || (value.k === 'binary' && value.op === '+')) return depth > 0;
  if (value.k !== 'call' || depth > maxDepth) return false;
  const { callee, args } = value;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  if (args.length > 1 && joins.has(name)) return true;
  if (!resolves.has(name)) return false;
  const path = args[0]?.value ?? (callee.k === 'member' ? callee.object : undefined);
  return path !== undefined && isJoinedPath(path, depth + 1);
}

const joins = new Set(['join', 'Join', 'Combine', 'resolve', 'File', 'joinpath']);
const resolves = new Set(
  'realpath abspath normpath normalize expand_path GetFullPath Clean Abs getCanonicalFile getCanonicalPath toRealPath toAbsolutePath resolve'.split(
    ' ',
  ),
);
const maxDepth = 3;

/** Something was proven: texts that were made of it before are made again, of what is known of it now. */
export function makeAgain(run: Run, about: Expr): void {
  const { frame } = run;
  if (frame.made.size === 0 || frame.remaking) return;
  frame.remaking = true;
  try {
    makeAllAgain(run, run.file.text.slice(about.start, about.end));
  } finally {
    frame.remaking = false;
  }
}

function makeAllAgain(run: Run, said: string): void {
  const { frame } = run;
  for (const [name, { expr, target, value, versions }] of [...frame.made]) {
    const isSame = versions.every(([each, version]) => frame.versionOf(each) === version);
    if (!isSame || frame.layer.get(name) !== value) continue;
    if (!run.file.text.slice(expr.start, expr.end).includes(said)) continue;
    const again = run.evaluate(expr);
    frame.layer.set(name, withTaint(again, stepTaint(again.taint, target, 'joined')));
  }
}

/** The fields and calls that a path was joined of, which are read again wherever they are written; a variable is known by itself. */
export function partsOf({ frame }: Run, whole: Expr): readonly Expr[] {
  const made = whole.k === 'name' ? frame.made.get(whole.name) : undefined;
  if (!made?.versions.every(([each, version]) => frame.versionOf(each) === version)) return [];
  const parts: Expr[] = [];
  addParts(made.expr, parts);
  return parts;
}

function addParts(expr: Expr, parts: Expr[], depth = 0): void {
  if (depth > maxDepth) return;
  if (expr.k === 'call') {
    const { callee, args } = expr;
    if (args.length === 0 && callee.k === 'member' && callee.object.k === 'name' && depth > 0)
      parts.push(expr);
    else if (callee.k === 'member') addParts(callee.object, parts, depth + 1);
    for (const { value } of args) addParts(value, parts, depth + 1);
  } else if (expr.k === 'member' || expr.k === 'index') {
    if (depth > 0) parts.push(expr);
  } else if (expr.k === 'binary') {
    addParts(expr.left, parts, depth + 1);
    addParts(expr.right, parts, depth + 1);
  } else if (expr.k === 'template') for (const part of expr.parts) addParts(part, parts, depth + 1);
}

const maxTexts = 20;
