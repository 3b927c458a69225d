import type { Constant, Expr } from '../../../ir/ir.ts';
import { calleeName } from '../../conditions/called-by.ts';
import type { Run } from '../../run.ts';
import { memberBarriers } from '../closed-set.ts';
import { absentCharacters, absentText, charactersIn } from './absent-texts.ts';
import type { Barrier } from './barrier.ts';

/** What `strings.Index(x, "..") >= 0`, `x.IndexOfAny(chars) < 0` and `Array.IndexOf(list, x) != -1` say; undefined where they ask for nothing of the kind. */
export function searchBarriers(
  run: Run,
  left: Expr,
  op: string,
  right: Expr,
  positive: boolean,
): Barrier[] | undefined {
  const search = left.k === 'call' ? searchOf(run, left) : undefined;
  const isThere = search && foundBy(op, right);
  if (!search || isThere === undefined) return undefined;
  const { all, part, isAny } = search;
  if (isThere === positive) return isAny ? [] : memberBarriers(run, all, part);
  const absent = isAny ? charactersIn(run, part) : textIn(run, part);
  if (absent === undefined) return [];
  return isAny ? absentCharacters(all, absent) : (absentText(run, all, absent) ?? []);
}

/** Whether a place that a search gives is one, by what it is compared with. */
export function foundBy(op: string, right: Expr): boolean | undefined {
  const number = right.k === 'const' ? right.value : right.k === 'unary' ? -1 : undefined;
  if ((number === -1 && (op === '!=' || op === '>')) || (number === 0 && op === '>=')) return true;
  return (number === -1 && op === '==') || (number === 0 && op === '<') ? false : undefined;
}

interface Search {
  readonly all: Expr;
  readonly part: Expr;
  /** Each of the characters of the part is looked for. */
  readonly isAny: boolean;
}

function searchOf(run: Run, call: Expr & { k: 'call' }): Search | undefined {
  const { callee, args } = call;
  const [first, second] = args;
  if (callee.k !== 'member' || !first) return undefined;
  const { object, property } = callee;
  if (property === 'IndexOfAny' && args.length === 1) return { all: object, part: first.value, isAny: true };
  if (property === 'IndexOf' && !(object.k === 'name' && object.name === 'Array'))
    return !second || isComparison(second.value)
      ? { all: object, part: first.value, isAny: false }
      : undefined;
  if (!second || args.length > 2) return undefined;
  const name = calleeName(run, call)?.segments().join('.') ?? '';
  if (!packaged.test(name)) return undefined;
  return { all: first.value, part: second.value, isAny: property === 'IndexAny' };
}

/** `StringComparison.Ordinal`: how texts are compared, and not from where. */
function isComparison(expr: Expr): boolean {
  return expr.k === 'member' && expr.object.k === 'name' && expr.object.name === 'StringComparison';
}

function textIn(run: Run, expr: Expr): string | undefined {
  const known: Constant | undefined = expr.k === 'const' ? expr.value : run.evaluate(expr).constant;
  return typeof known === 'string' ? known : undefined;
}

const packaged =
  /^(?:(?:strings|bytes)\.(?:Index|IndexByte|IndexRune|IndexAny)|(?:System\.)?Array\.IndexOf)$/;
