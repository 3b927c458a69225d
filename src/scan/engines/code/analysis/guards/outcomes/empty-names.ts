import { literalValue } from '../../../domain/value.ts';
import type { Expr } from '../../../ir/ir.ts';
import { calledBy } from '../../conditions/called-by.ts';
import type { Run } from '../../run.ts';

/** `if (x == null || x.isEmpty()) return x`: in that branch the variable holds nothing that could do harm. */
export function noteEmpty(run: Run, test: Expr, positive: boolean): void {
  for (const name of emptyPlaces(run, test, positive))
    if (run.frame.owner(name) === run.frame && run.lookup(name).taint)
      run.frame.layer.set(name, literalValue);
}

/** The variables and members, as `placeIn` names them, that hold nothing where a test has this outcome. */
export function emptyPlaces(run: Run, test: Expr, positive: boolean, depth = 0): ReadonlySet<string> {
  if (depth > maxDepth) return none;
  switch (test.k) {
    case 'unary':
      return test.op === '!' || test.op === 'not' ? emptyPlaces(run, test.value, !positive, depth + 1) : none;
    case 'logic': {
      const left = emptyPlaces(run, test.left, positive, depth + 1);
      const isEach = (test.op === 'and') === positive;
      if (left.size === 0 && !isEach) return none;
      const right = emptyPlaces(run, test.right, positive, depth + 1);
      return isEach ? new Set([...left, ...right]) : new Set([...left].filter((name) => right.has(name)));
    }
    case 'binary': {
      const isEqual = test.op === (positive ? '==' : '!=') || test.op === (positive ? 'is' : 'is not');
      return isEqual ? placesOf(run, emptyIn(test.left, test.right) ?? emptyIn(test.right, test.left)) : none;
    }
    case 'call':
      return placesOf(run, askedFor(run, test, positive ? questions : fullQuestions));
    // `target and not is_safe(target)`: where a text counts as no, it is empty or absent.
    case 'name':
    case 'member':
      return positive ? none : placesOf(run, test);
    default:
      return none;
  }
}

/** What is compared with nothing, or its length with zero. */
function emptyIn(about: Expr, constant: Expr): Expr | undefined {
  if (constant.k !== 'const') return undefined;
  if (constant.value === null || constant.value === '') return about;
  return constant.value === 0 ? measured(about) : undefined;
}

/** `x.length`, `x.length()`, `len(x)`. */
function measured(expr: Expr): Expr | undefined {
  if (expr.k === 'member') return lengths.has(expr.property) ? expr.object : undefined;
  if (expr.k !== 'call') return undefined;
  const { callee, args } = expr;
  if (callee.k === 'member')
    return args.length === 0 && lengths.has(callee.property) ? callee.object : undefined;
  return callee.k === 'name' && args.length === 1 && callee.name === 'len' ? args[0]!.value : undefined;
}

/** `x.isEmpty()`, `empty($x)`, `StringUtils.isBlank(x)`, or `StringUtils.hasText(x)`; a function of this file may ask for anything by that name. */
function askedFor(run: Run, call: Expr & { k: 'call' }, questions: ReadonlySet<string>): Expr | undefined {
  const { callee, args } = call;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  if (!questions.has(name) || args.length > 1 || calledBy(run, call).target.closures) return undefined;
  return args[0]?.value ?? (callee.k === 'member' ? callee.object : undefined);
}

function placesOf(run: Run, expr: Expr | undefined): ReadonlySet<string> {
  const place = expr && placeIn(run, expr);
  return place === undefined ? none : new Set([place]);
}

/** A variable by its name, a member by what is written. */
export function placeIn(run: Run, expr: Expr): string | undefined {
  if (expr.k === 'name') return expr.name;
  return expr.k === 'member' ? run.file.text.slice(expr.start, expr.end) : undefined;
}

const none: ReadonlySet<string> = new Set();
const lengths = new Set(['length', 'size', 'Length']);
const questions = new Set(
  'isEmpty isBlank isNullOrEmpty isNullOrBlank IsNullOrEmpty IsNullOrWhiteSpace empty is_null nil? empty? blank?'.split(
    ' ',
  ),
);
/** Questions that only a text with something in it answers with yes. */
const fullQuestions = new Set('hasText hasLength isNotEmpty isNotBlank nonEmpty present? filled'.split(' '));
const maxDepth = 8;
