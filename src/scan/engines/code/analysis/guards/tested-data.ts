import type { Frame } from '../../domain/scope.ts';
import { checkedTaint, type Origin } from '../../domain/taint.ts';
import { literalValue, type Value } from '../../domain/value.ts';
import type { Expr, Span, Stmt } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import { isAsSent } from './as-sent.ts';
import { onlyAsks } from './check-names.ts';
import { testOf } from './flags.ts';

/**
 * Data that a condition has looked at, or a part of it, in a branch that the condition leads to. Whether the condition keeps harm away need not be known:
 * where it decides about paths, addresses and pages, what passed it is not certainly harmful.
 */
export function noteTested(run: Run, test: Expr, holds: boolean): void {
  for (const place of telling(run, test, holds, 0))
    for (const { origin } of run.evaluate(place).taint ?? [])
      for (const key of keysOf(run.file.text, origin)) {
        if (run.frame.layer.get(key)?.constant !== undefined) continue;
        // After both branches it is as if nobody had asked: the two marks differ.
        const constant = holds ? test.start + 1 : -test.start - 1;
        run.frame.layer.set(key, { ...literalValue, constant });
      }
}

/** `if (!formats().includes(x)) x = 'png'`: what does not pass is replaced, so that behind the branches, too, somebody has asked. */
export function noteReplaced(run: Run, { test, yes, otherwise }: Stmt & { k: 'if' }): void {
  if (yes.length !== 1 || otherwise.length > 0) return;
  const [only] = yes;
  if (only?.k !== 'expr' || only.value.k !== 'assign' || only.value.value.k !== 'const') return;
  const { target } = only.value;
  if (target.k !== 'name' || only.value.op !== undefined) return;
  const place = telling(run, test, false, 0).find((each) => each.k === 'name' && each.name === target.name);
  if (place) noteLookedAt(run, place, test.start);
}

/** `if (isKnown(x)) y = x; else y = ''` chooses like an expression does: what is left was looked at. */
export function noteChosen(run: Run, { test, yes, otherwise }: Stmt & { k: 'if' }): void {
  const fixed = yes.length === 1 ? fixedBy(yes[0]!) : undefined;
  const name = fixed ?? (otherwise.length === 1 ? fixedBy(otherwise[0]!) : undefined);
  if (name === undefined) return;
  const assigned = (fixed === undefined ? yes : otherwise).some((each) => assignedBy(each) === name);
  if (!assigned) return;
  const value = run.lookup(name);
  const marked = testedValue(run, test, fixed === undefined, value);
  if (marked !== value) run.assignName(name, marked);
}

/** The variable that a statement gives something to, all of it. */
function assignedBy(statement: Stmt): string | undefined {
  if (statement.k !== 'expr' || statement.value.k !== 'assign') return undefined;
  const { target, op } = statement.value;
  return target.k === 'name' && op === undefined ? target.name : undefined;
}

function fixedBy(statement: Stmt): string | undefined {
  const isFixed =
    statement.k === 'expr' && statement.value.k === 'assign' && statement.value.value.k === 'const';
  return isFixed ? assignedBy(statement) : undefined;
}

/** Data that a function was given which is named after a check: what it makes sure of is not certain, but somebody asked. */
export function noteLookedAt(run: Run, given: Expr, at: number): void {
  for (const { origin } of run.evaluate(given).taint ?? [])
    for (const key of keysOf(run.file.text, origin))
      run.frame.layer.set(key, { ...literalValue, constant: at + 1 });
}

/** `isKnown(x) ? x : other`: the choice leaves no branch behind, so that what was looked at is marked itself. */
export function testedValue(run: Run, test: Expr, holds: boolean, value: Value): Value {
  if (!value.taint?.some(({ origin }) => origin.k === 'source')) return value;
  const asked = new Set<string>();
  for (const place of telling(run, test, holds, 0))
    for (const { origin } of run.evaluate(place).taint ?? [])
      for (const key of keysOf(run.file.text, origin)) asked.add(key);
  const wasAsked = (origin: Origin) => keysOf(run.file.text, origin).some((key) => asked.has(key));
  if (!value.taint.some(({ origin }) => origin.k === 'source' && wasAsked(origin))) return value;
  const check = run.file.text.slice(test.start, test.end).replace(/\s+/g, ' ').slice(0, maxCode);
  return { ...value, taint: checkedTaint(value.taint, check) };
}

/** Whether what comes from there was looked at before it got here. */
export function isTested(text: string, innermost: Frame, origin: Origin): boolean {
  const keys = keysOf(text, origin);
  for (let frame: Frame | undefined = innermost; frame; frame = frame.outer)
    for (const key of keys) if (frame.layer.get(key)?.constant !== undefined) return true;
  return false;
}

/** Where the data began, and how the part of a request that it is was written: who reads `$_POST['path']` twice gets the same twice. */
function keysOf(text: string, origin: Origin): string[] {
  const own = `!${origin.id}`;
  if (origin.k !== 'source') return [own];
  const written = writtenPart(text, origin.span);
  return written === undefined ? [own] : [own, `!=${written}`];
}

/** `$_POST['path']` and `req.query.name` where `$_POST` and `req.query` are what is sent. */
export function writtenPart(text: string, { start, end }: Span): string | undefined {
  if (end - start > maxCode) return undefined;
  const own = text.slice(start, end);
  const [more = ''] = furtherParts.exec(text.slice(end, end + maxCode)) ?? [];
  const written = `${own}${more}`.replace(/\s+/g, '');
  return partOfSource.test(written) ? written : undefined;
}

/**
 * What a condition is about, but for those that only ask whether something is there, what it is or how long. That data is another text than a fixed one says nothing of what it is.
 */
function telling(run: Run, test: Expr, holds: boolean, depth: number): Expr[] {
  if (depth > maxDepth) return [];
  switch (test.k) {
    case 'unary':
      return test.op === '!' || test.op === 'not' ? telling(run, test.value, !holds, depth + 1) : [];
    case 'await':
    case 'assign':
      return telling(run, test.value, holds, depth + 1);
    case 'logic':
      return [test.left, test.right].flatMap((side) => telling(run, side, holds, depth + 1));
    case 'name': {
      // Data itself is only asked whether it is there; a flag stands for the test that it was set from.
      const meant = run.lookup(test.name).taint ? undefined : testOf(run, test.name);
      return meant ? telling(run, meant, holds, depth + 1) : [];
    }
    case 'call':
      return onlyAsks(calleeOf(test)) ? [] : placesIn(test, 0);
    case 'binary': {
      const { op, left, right } = test;
      if (isAnswer(right)) return left.k === 'call' ? telling(run, left, holds, depth + 1) : [];
      if (isAnswer(left)) return right.k === 'call' ? telling(run, right, holds, depth + 1) : [];
      // `'id' in body` asks whether it is there.
      if (op === 'in' || op === 'not in')
        return left.k === 'const' && /^\w+$/.test(String(left.value)) ? [] : bothSides(left, right);
      if (op !== '==' && op !== '!=') return [];
      return (op === '==') !== holds && isAnyOther(run, left, right) ? [] : bothSides(left, right);
    }
    default:
      return [];
  }
}

/** A value of the request that is compared with one fixed text. */
function isAnyOther(run: Run, left: Expr, right: Expr): boolean {
  const value = isText(right) ? left : isText(left) ? right : undefined;
  const sources = (value && run.evaluate(value).taint)?.filter(({ origin }) => origin.k === 'source') ?? [];
  const { fn } = run.frame;
  return (
    sources.length > 0 &&
    sources.every(
      ({ origin }) =>
        origin.k === 'source' &&
        isAsSent(value!, { origin: origin.span, body: fn?.body ?? [], text: run.file.text }),
    )
  );
}

function isText(expr: Expr): boolean {
  return expr.k === 'const' && typeof expr.value === 'string' && expr.value !== '';
}

function bothSides(left: Expr, right: Expr): Expr[] {
  return [...placesIn(left, 0), ...placesIn(right, 0)];
}

/** Nothing, an empty text, a number, yes or no. */
function isAnswer(expr: Expr): boolean {
  return (expr.k === 'const' && (typeof expr.value !== 'string' || expr.value === '')) || expr.k === 'unary';
}

function calleeOf({ callee }: Expr & { k: 'call' }): string {
  return callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
}

/** Variables and fields of objects in an expression, also as arguments of calls. */
function placesIn(expr: Expr, depth: number): Expr[] {
  if (depth > maxDepth) return [];
  switch (expr.k) {
    case 'name':
    case 'member':
    case 'index':
      return [expr];
    case 'await':
      return placesIn(expr.value, depth + 1);
    case 'template':
      return expr.parts.flatMap((part) => placesIn(part, depth + 1));
    case 'binary':
      return [...placesIn(expr.left, depth + 1), ...placesIn(expr.right, depth + 1)];
    case 'call': {
      const inner = expr.args.flatMap(({ value }) => placesIn(value, depth + 1));
      return expr.callee.k === 'member' ? [...placesIn(expr.callee.object, depth + 1), ...inner] : inner;
    }
    default:
      return [];
  }
}

/** Fields and entries by fixed keys, without a method that is called at the end. */
const furtherParts = /^(?:(?:\??\.|->)[A-Za-z_]\w*(?![\w(])|\[(?:'[^'\]]+'|"[^"$\]]+"|:\w+)\])+/;
/** Ends in a field, an entry by a fixed key, or a call with a fixed name. */
const partOfSource = /(?:\.[A-Za-z_]\w*|->[A-Za-z_]\w*|[[(](?:'[^']+'|"[^"]+"|:\w+)[\])])$/;
const maxDepth = 4;
const maxCode = 60;
