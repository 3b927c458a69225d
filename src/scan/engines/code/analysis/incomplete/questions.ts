import { calledName } from '../../ir/called-name.ts';
import type { Expr, Stmt } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';
import type { CheckWords } from '../../knowledge/words/check-words.ts';

/** A part of a condition that is no `and`, `or` or `not`, and what becomes of the function where it holds. */
export interface Question {
  readonly expr: Expr;
  /** The condition that it is a part of. */
  readonly of: Expr;
  /** The condition is met where it holds; not where it does not. */
  readonly positive: boolean;
  /** What decides on it: the condition leads out of the function or the round, chooses between two ways, or is what the function gives. */
  readonly leads: 'out' | 'elsewhere' | 'back';
  /** What leads out is an error, or a refusal: `return false`. */
  readonly fails: boolean;
  /** What the function gives where the condition is met. */
  readonly given: Expr | undefined;
}

type Outcome = Pick<Question, 'leads' | 'fails' | 'given'>;

/** The questions that a part of a function asks. */
export function addQuestions(part: Part, givesErrors: boolean, words: CheckWords, found: Question[]): void {
  if (part.k === 'if') {
    const yes = exitOf(part.yes, givesErrors, words);
    const no = exitOf(part.otherwise, givesErrors, words);
    take(part.test, part.test, yes !== undefined || !no, yes ?? no ?? goesOn, found);
  } else if (part.k === 'cond') take(part.test, part.test, true, { ...goesOn, given: part.yes }, found);
  else if (part.k === 'return' && part.value && answers.has(part.value.k))
    take(part.value, part.value, true, { leads: 'back', fails: false, given: undefined }, found);
}

function take(of: Expr, test: Expr, positive: boolean, outcome: Outcome, found: Question[]): void {
  if (test.k === 'logic') {
    take(of, test.left, positive, outcome, found);
    take(of, test.right, positive, outcome, found);
  } else if (test.k === 'unary' && (test.op === '!' || test.op === 'not'))
    take(of, test.value, !positive, outcome, found);
  else found.push({ expr: test, of, positive, ...outcome });
}

/** How a branch ends that does not come back. */
function exitOf(body: readonly Stmt[], givesErrors: boolean, words: CheckWords): Outcome | undefined {
  const last = body.at(-1);
  if (!last) return undefined;
  const out = (fails: boolean, given?: Expr): Outcome => ({ leads: 'out', fails, given });
  if (last.k === 'throw') return out(true);
  if (last.k === 'return') {
    const { value } = last;
    if (!value) return out(false);
    const isRefusal = value.k === 'const' && value.value === false;
    return out(isRefusal || isError(value, words) || (givesErrors && givesError(value)), value);
  }
  if (last.k === 'block') return exitOf(last.body, givesErrors, words);
  if (last.k === 'expr' && last.value.k === 'call')
    return words.has('aborts', calledName(last.value)) ? out(true) : undefined;
  return last.k === 'continue' || last.k === 'break' ? out(false) : undefined;
}

/** An error that is given back as a value: `errors.New(…)`, alone or behind a result that is nothing. */
function isError(value: Expr, words: CheckWords): boolean {
  if (value.k === 'list') {
    const [first, ...others] = value.items.map((item) => item.value);
    const last = others.at(-1);
    return last !== undefined && last.k !== 'const' && (first?.k === 'const' || isError(last, words));
  }
  if (value.k !== 'call') return false;
  const name = calledName(value);
  return words.has('errors', name) || /(?:Error|Exception)$/.test(name);
}

/** Where the result is an error, whatever is there is one. */
function givesError(value: Expr): boolean {
  return value.k !== 'const';
}

const goesOn: Outcome = { leads: 'elsewhere', fails: false, given: undefined };
const answers = new Set<Part['k']>(['binary', 'logic', 'unary', 'call']);
