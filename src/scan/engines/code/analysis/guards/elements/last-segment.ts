import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import { isSeparator, isSplitAtSlashes } from './path-segments.ts';

/**
 * What is behind the last slash of a text has no folders, as if `basename` had given it: `parts[len(parts)-1]` of `parts := strings.Split(name, "/")`,
 * `name.rsplit('/', 1)[-1]`, `os.path.split(name)[1]`, `name[name.rfind('/') + 1:]`, `name.substring(name.lastIndexOf('/') + 1)`.
 */
export function isLastSegment(run: Run, expr: Expr): boolean {
  if (expr.k === 'index') {
    const { object, index } = expr;
    if (isFromTheEnd(run, expr) && isSplitAtSlashes(run, object)) return true;
    const second = index.k === 'const' ? index.value : index.k === 'unary' && isOne(index.value) ? -1 : 0;
    return typeof second === 'number' && second !== 0 && isTail(run, object, second);
  }
  if (expr.k === 'slice')
    return (
      expr.parts.length === 1 &&
      /:\s*\]$/.test(textAt(run, expr)) &&
      isBehindLast(run, expr.object, expr.parts[0]!)
    );
  if (expr.k !== 'call' || expr.args.length !== 1 || expr.callee.k !== 'member') return false;
  return tails.has(expr.callee.property) && isBehindLast(run, expr.callee.object, expr.args[0]!.value);
}

/** `[-1]`, `[^1]`, `[parts.length - 1]`, `[len(parts) - 1]` */
function isFromTheEnd(run: Run, { object, index, start, end }: Expr & { k: 'index' }): boolean {
  if (index.k === 'unary') return index.op === '-' && isOne(index.value);
  if (index.k === 'const')
    return index.value === -1 || (index.value === 1 && /\^\s*1\s*\]$/.test(textAt(run, { start, end })));
  if (index.k !== 'binary' || index.op !== '-' || !isOne(index.right)) return false;
  const list = textAt(run, object);
  const length = textAt(run, index.left);
  return (
    length === `len(${list})` || (length.startsWith(`${list}.`) && lengths.test(length.slice(list.length)))
  );
}

/** `name.rpartition('/')[2]`, `name.rsplit('/', 1)[1]`, `os.path.split(name)[1]` */
function isTail(run: Run, list: Expr, index: number): boolean {
  if (list.k !== 'call' || list.callee.k !== 'member') return false;
  const { callee, args } = list;
  const isLast = index === -1;
  if (callee.property === 'split')
    return (index === 1 || isLast) && callee.object.k === 'member' && callee.object.property === 'path';
  if (!args[0] || !isSlash(run, args[0].value)) return false;
  if (callee.property === 'rpartition') return index === 2 || isLast;
  return (
    callee.property === 'rsplit' && (isLast || (index === 1 && args[1] !== undefined && isOne(args[1].value)))
  );
}

/** `text.lastIndexOf('/') + 1`, `strings.LastIndex(text, "/")+1` */
function isBehindLast(run: Run, text: Expr, from: Expr): boolean {
  if (from.k !== 'binary' || from.op !== '+' || !isOne(from.right)) return false;
  const { left } = from;
  if (left.k !== 'call' || left.callee.k !== 'member' || !lastIndexes.has(left.callee.property)) return false;
  const [first, second] = left.args;
  const [whole, separator] = second ? [first!.value, second.value] : [left.callee.object, first?.value];
  return separator !== undefined && isSlash(run, separator) && textAt(run, whole) === textAt(run, text);
}

function isSlash(run: Run, expr: Expr): boolean {
  return isSeparator(run, expr) && !(expr.k === 'const' && expr.value === '\\');
}

function isOne(expr: Expr): boolean {
  return expr.k === 'const' && expr.value === 1;
}

function textAt(run: Run, { start, end }: { start: number; end: number }): string {
  return run.file.text.slice(start, end);
}

const tails = new Set(['substring', 'Substring', 'slice', 'substr']);
const lastIndexes = new Set(['lastIndexOf', 'LastIndexOf', 'LastIndex', 'LastIndexByte', 'rfind', 'rindex']);
const lengths = /^\.(?:[lL]ength|Count|size\(\)|length\(\))$/;
