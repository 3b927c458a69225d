import type { Expr, Stmt } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';

/** A part of a condition that is no `and`, `or` or `not`, and what becomes of the function where it holds. */
export interface Question {
  readonly expr: Expr;
  /** The condition is met where it holds; not where it does not. */
  readonly positive: boolean;
  /** What decides on it: the condition leads out of the function or the round, chooses between two ways, or is what the function gives. */
  readonly leads: 'out' | 'elsewhere' | 'back';
  /** What leads out is an error. */
  readonly fails: boolean;
}

/** The questions that a part of a function asks. */
export function addQuestions(part: Part, givesErrors: boolean, found: Question[]): void {
  if (part.k === 'if') {
    const yes = exitOf(part.yes, givesErrors);
    const no = exitOf(part.otherwise, givesErrors);
    if (yes) take(part.test, true, 'out', yes === 'fails', found);
    else if (no) take(part.test, false, 'out', no === 'fails', found);
    else take(part.test, true, 'elsewhere', false, found);
  } else if (part.k === 'cond') take(part.test, true, 'elsewhere', false, found);
  else if (part.k === 'return' && part.value && answers.has(part.value.k))
    take(part.value, true, 'back', false, found);
}

function take(
  test: Expr,
  positive: boolean,
  leads: Question['leads'],
  fails: boolean,
  found: Question[],
): void {
  if (test.k === 'logic') {
    take(test.left, positive, leads, fails, found);
    take(test.right, positive, leads, fails, found);
  } else if (test.k === 'unary' && (test.op === '!' || test.op === 'not'))
    take(test.value, !positive, leads, fails, found);
  else found.push({ expr: test, positive, leads, fails });
}

/** How a branch ends that does not come back. */
function exitOf(body: readonly Stmt[], givesErrors: boolean): 'fails' | 'leaves' | undefined {
  const last = body.at(-1);
  if (!last) return undefined;
  if (last.k === 'throw') return 'fails';
  if (last.k === 'return')
    return last.value && (isError(last.value) || (givesErrors && givesError(last.value)))
      ? 'fails'
      : 'leaves';
  if (last.k === 'block') return exitOf(last.body, givesErrors);
  if (last.k === 'expr' && last.value.k === 'call') {
    const { callee } = last.value;
    const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
    return ending.test(name) ? 'fails' : undefined;
  }
  return last.k === 'continue' || last.k === 'break' ? 'leaves' : undefined;
}

/** An error that is given back as a value: `errors.New(…)`, `fmt.Errorf(…)`, alone or behind a result. */
function isError(value: Expr): boolean {
  if (value.k === 'list') return value.items.some((item) => isError(item.value));
  if (value.k !== 'call') return false;
  const { callee } = value;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  return /^(?:New|Errorf|Wrapf?)$/.test(name) || /(?:Error|Exception)$/.test(name);
}

/** Where errors are results, the last result that is there is one. */
function givesError(value: Expr): boolean {
  const last = value.k === 'list' ? value.items.at(-1)?.value : value;
  return last !== undefined && last.k !== 'const';
}

/** Functions of frameworks and languages that end a request or the program. */
const ending = /^(?:abort|halt|die|exit|panic|raise|fatal\w*)$/i;
const answers = new Set<Part['k']>(['binary', 'logic', 'unary', 'call']);
