import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import type { Barrier } from '../barriers/barrier.ts';
import { refusedSlashes } from './local-target.ts';

/** `(to[0] == '/' || to[0] == '\\') && (to[1] == '/' || to[1] == '\\')`: what it says about a target that it does not begin like that. */
export function twoSlashBarriers(run: Run, test: Expr & { k: 'logic' }): Barrier[] {
  const parts = joinedBy('and', test, 0);
  if (!parts) return [];
  const places = parts.filter((part) => !isLength(part)).map((part) => placeIn(run, part));
  const [first, second] = places;
  if (places.length > 2 || !first) return [];
  if (places.length === 1)
    return first.at === 1 ? barriers(first.text, (_, code) => first.codes.has(code)) : [];
  if (first.said !== second?.said) return [];
  const [zero, one] = first.at === 0 ? [first, second] : [second, first];
  if (zero.at !== 0 || one.at !== 1) return [];
  return barriers(zero.text, (a, b) => zero.codes.has(a) && one.codes.has(b));
}

function barriers(expr: Expr, isRefused: (first: number, second: number) => boolean): Barrier[] {
  const target = refusedSlashes(isRefused);
  return target ? [{ expr, clears: 0, target }] : [];
}

interface PlaceTest {
  readonly text: Expr;
  /** The text as it is written. */
  readonly said: string;
  readonly at: number;
  readonly codes: ReadonlySet<number>;
}

/** The characters that one place of a text is asked for. */
function placeIn(run: Run, expr: Expr): PlaceTest | undefined {
  const tests = joinedBy('or', expr, 0)?.map((each) => placeOfTest(run, each)) ?? [];
  const [first] = tests;
  if (!first || !tests.every((each) => each?.at === first.at && each.said === first.said)) return undefined;
  return { ...first, codes: new Set(tests.flatMap((each) => [...each!.codes])) };
}

function placeOfTest(run: Run, expr: Expr): PlaceTest | undefined {
  if (expr.k !== 'binary' || expr.op !== '==' || expr.right.k !== 'const') return undefined;
  const place = placeOf(expr.left);
  const { value } = expr.right;
  const code = typeof value === 'string' && value.length === 1 ? value.charCodeAt(0) : value;
  if (!place || typeof place.at !== 'number' || typeof code !== 'number') return undefined;
  const said = run.file.text.slice(place.text.start, place.text.end);
  return { text: place.text, said, at: place.at, codes: new Set([code]) };
}

/** `to[0]` and `to.charAt(0)`: the text, and the place in it. */
export function placeOf(expr: Expr): { text: Expr; at: unknown } | undefined {
  if (expr.k === 'index' && expr.index.k === 'const') return { text: expr.object, at: expr.index.value };
  if (expr.k !== 'call' || expr.callee.k !== 'member' || expr.callee.property !== 'charAt') return undefined;
  const at = expr.args[0]?.value;
  return at?.k === 'const' ? { text: expr.callee.object, at: at.value } : undefined;
}

/** A text that is shorter has no such places. */
function isLength(expr: Expr): boolean {
  if (expr.k !== 'binary' || expr.right.k !== 'const') return false;
  return (expr.op === '>' && expr.right.value === 1) || (expr.op === '>=' && expr.right.value === 2);
}

function joinedBy(op: 'and' | 'or', expr: Expr, depth: number): Expr[] | undefined {
  if (expr.k !== 'logic' || expr.op !== op) return [expr];
  if (depth > maxParts) return undefined;
  const left = joinedBy(op, expr.left, depth + 1);
  const right = left && joinedBy(op, expr.right, depth + 1);
  return right && [...left, ...right];
}

const maxParts = 6;
