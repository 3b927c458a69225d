import { clearLabels } from '../../domain/taint.ts';
import { literalValue, type Value, withTaint } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { allLabels } from '../../knowledge/labels.ts';
import type { Run } from '../run.ts';
import { addressLabels, numberLabels, proofsOf } from './guard-proofs.ts';
import { hostOf, insideOf } from './same-value.ts';

/** Narrows what is known inside a branch by the condition that led there. */
export function applyGuards(run: Run, test: Expr, positive: boolean): void {
  for (const { expr, clears } of proofsOf(run, test, positive)) clear(run, expr, clears);
}

/** A place that a guard has cleared in this branch stays cleared when it is read again. */
export function narrowedBy(run: Run, expr: Expr, value: Value): Value {
  if (!run.frame.narrows) return value;
  // A variable of this function was narrowed itself; one of a function around it only here.
  if (expr.k === 'name' && run.frame.owner(expr.name) === run.frame) return value;
  const cleared = run.frame.layer.get(keyOf(run, expr));
  if (!cleared) return value;
  const narrowed = withTaint(value, clearLabels(value.taint, Number(cleared.constant)));
  return cleared.constant === allLabels ? { ...narrowed, dynamic: false } : narrowed;
}

/** Remembers what is proved about the text of a place; most functions prove nothing, and reading a place asks that first. */
function prove(run: Run, place: string, value: Value): void {
  run.frame.narrows = true;
  run.frame.layer.set(place, value);
}

function keyOf(run: Run, expr: Expr): string {
  return `#${run.file.text.slice(expr.start, expr.end)}`;
}

/** What was proven elsewhere about an expression. */
export function clearProven(run: Run, expr: Expr, clears: number): void {
  clear(run, expr, clears);
}

function clear(run: Run, expr: Expr, clears: number): void {
  // A check of the host of a parsed address is a check of the address that was parsed.
  const read = expr.k === 'call' && expr.args.length === 0 ? expr.callee : expr;
  const host = hostOf(read);
  // Who checked where a message comes from may use what it says.
  if (host?.k === 'name' && read.k === 'member' && read.property === 'origin')
    prove(run, `#${host.name}.data`, { ...literalValue, constant: allLabels });
  if (host)
    for (const entry of run.evaluate(host).taint ?? [])
      run.frame.layer.set(`@${entry.origin.id}`, { ...literalValue, constant: addressLabels });
  run.frame.guards = true;
  if (expr.k === 'name') {
    const value = run.lookup(expr.name);
    if (value.taint) noteParameter(run, expr.name, clears);
    // A check of what was derived from a value, its canonical path or a matcher over it, is a check of the value.
    if (value.taint && derivedName.test(String(value.name ?? '')))
      for (const entry of value.taint)
        run.frame.layer.set(`@${entry.origin.id}`, { ...literalValue, constant: clears });
    if (value.taint && run.frame.owner(expr.name) === run.frame)
      run.frame.layer.set(expr.name, {
        ...value,
        taint: clearLabels(value.taint, clears),
        dynamic: clears === numberLabels && value.dynamic,
      });
    else if (
      !value.taint &&
      value.dynamic &&
      clears !== numberLabels &&
      run.frame.owner(expr.name) === run.frame
    )
      run.frame.layer.set(expr.name, { ...value, dynamic: false });
    else if (value.taint && run.frame.owner(expr.name)) {
      prove(run, keyOf(run, expr), { ...value, constant: clears });
    }
    return;
  }
  const inner = insideOf(expr);
  if (inner) {
    clear(run, inner, clears);
    return;
  }
  if (expr.k !== 'member' && expr.k !== 'index' && expr.k !== 'call') return;
  prove(run, keyOf(run, expr), { ...literalValue, constant: clears });
}

/** What was proven of a parameter holds for whoever called with it, if the function comes back at all. */
function noteParameter({ frame }: Run, name: string, clears: number): void {
  // Callers may know a parameter by another name than the function does.
  const parameter = frame.fn?.parameters.find(({ target }) => target.k === 'name' && target.name === name);
  if (!parameter) return;
  const place = `&${parameter.name}`;
  const before = Number(frame.layer.get(place)?.constant ?? 0);
  frame.layer.set(place, { ...literalValue, constant: before | clears });
}

const derivedName =
  /\.(?:matcher|Rel|Clean|getCanonicalPath|getCanonicalFile|normalize|toRealPath)\(\)$|^Matcher\(\)$|^@(?:canonical-path|canonical-file|normal-path)$/;
