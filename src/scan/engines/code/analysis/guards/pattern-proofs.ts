import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';

/** What matching a text against a known expression says about the text. */
export interface PatternProof {
  readonly text: Expr;
  /** Nothing is left to worry about; where it does not hold nothing was proved. */
  readonly isProof: boolean;
}

/**
 * `/^[a-z]+$/.test(x)`, `x.match(/…/)`, `re.match('…', x)`: proof where the whole text is described, or where a text in which a forbidden
 * character was looked for has none. Undefined for other calls, and where the expression is not known.
 */
export function patternProof(
  run: Run,
  test: Expr & { k: 'call' },
  positive: boolean,
): PatternProof | undefined {
  const { callee, args } = test;
  if (callee.k !== 'member') return undefined;
  const method = callee.property;
  const sides = partsOf(run, method, callee.object, args[0]?.value, args[1]?.value);
  if (!sides) return undefined;
  const { pattern, text } = sides;
  const source = sourceOf(run, pattern);
  if (source === undefined) return undefined;
  // A search stops at the first match; the other functions of Python begin at the start of the text.
  const start = method === 'match' && callee.object.k === 'name' && callee.object.name === 're' ? '^' : '';
  const whole = method === 'fullmatch' ? `^${source}$` : `${start}${source}`;
  const isProof = positive ? describesAll.test(whole) : oneClass.test(source);
  return { text, isProof };
}

function partsOf(
  run: Run,
  method: string,
  object: Expr,
  first: Expr | undefined,
  second: Expr | undefined,
): { pattern: Expr; text: Expr } | undefined {
  if (!first) return undefined;
  if (method === 'test') return { pattern: object, text: first };
  if (object.k === 'name' && object.name === 're' && run.traits.selfParameter)
    return second && pythonMethods.has(method) ? { pattern: first, text: second } : undefined;
  return method === 'match' && !run.traits.selfParameter ? { pattern: first, text: object } : undefined;
}

/** The expression without the slashes and flags of a literal. */
function sourceOf(run: Run, pattern: Expr): string | undefined {
  const { constant, text } = run.evaluate(pattern);
  const source = typeof constant === 'string' ? constant : text;
  if (source === undefined || source.includes('\0') || source.length > maxLength) return undefined;
  return /^\/([\s\S]*)\/[a-z]*$/.exec(source)?.[1] ?? source;
}

const pythonMethods = new Set(['match', 'search', 'fullmatch']);
/** From the start to the end, and not by "anything". */
const describesAll = /^\^(?!\.[*+]\$$)[\s\S]*(?:\$|\\[zZ])$/;
const oneClass = /^\[(?:[^\]\\]|\\.)+\]\+?$/;
const maxLength = 1_000;
