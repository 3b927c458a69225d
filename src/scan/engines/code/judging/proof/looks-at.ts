import { onlyAsks, soundsLikeAssertion, soundsLikeCheck } from '../../analysis/guards/check-names.ts';
import type { Expr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** Whether an expression is, or holds, the data that is followed. `made`: what a function gave for it, such as an answer or a record. */
export type Carries = (part: Part) => 'same' | 'made' | undefined;

/**
 * Whether a condition looks at data: compares it, looks it up, hands it to a function, or asks how that went. What only asks whether it is there, what
 * kind of thing it is or how long does not, nor what is worth nothing.
 */
export function looksAt(
  test: Expr,
  carries: Carries,
  isWorthless: (test: Expr) => boolean = () => false,
  depth = 0,
): boolean {
  if (depth > maxDepth) return true;
  if (isWorthless(test)) return false;
  const inner = (part: Expr) => looksAt(part, carries, isWorthless, depth + 1);
  switch (test.k) {
    case 'unary':
      return kindTests.has(test.op) ? false : inner(test.value);
    case 'await':
    case 'assign':
      return inner(test.value);
    case 'logic':
      return inner(test.left) || inner(test.right);
    case 'cond':
      return inner(test.test) || inner(test.yes) || inner(test.otherwise);
    case 'name':
    case 'member':
    case 'index':
      return holds(test, (part) => carries(part) === 'made');
    case 'call': {
      if (onlyAsks(nameOf(test.callee))) return false;
      return holds(test, (part) => carries(part) !== undefined);
    }
    case 'binary': {
      const { op, left, right } = test;
      if (isAnswer(right) || isAnswer(left)) {
        const other = isAnswer(right) ? left : right;
        return other.k === 'binary'
          ? inner(other)
          : other.k === 'call'
            ? inner(other)
            : isMade(other, carries);
      }
      if (kindTests.has(op)) return false;
      return [left, right].some(
        (side) => !isSize(side) && holds(side, (part) => carries(part) !== undefined),
      );
    }
    case 'const':
    case 'regex':
      return false;
    default:
      return holds(test, (part) => carries(part) !== undefined);
  }
}

/** What decides at a place which way the program goes. */
export function testsOf(part: Part): Expr[] {
  switch (part.k) {
    case 'if':
    case 'cond':
      return [part.test];
    case 'loop':
      return part.test ? [part.test] : [];
    case 'logic':
      return [part.left];
    case 'comprehension':
      return part.clauses.flatMap(({ conditions }) => conditions);
    case 'switch':
      return [{ ...part.subject, k: 'unknown', parts: [part.subject] }];
    default:
      return [];
  }
}

/** A call that nobody asks for its answer may end the function where what it is given does not please it: who it may be that is given data. */
export function mayRefuse(call: Expr & { k: 'call' }, carries: Carries): 'named' | 'own' | undefined {
  const { callee, args } = call;
  const name = nameOf(callee);
  const isNamed = soundsLikeAssertion(name) || soundsLikeCheck(name);
  const isOwn = callee.k === 'name' || (callee.k === 'member' && isSelf(callee.object));
  if (!isNamed && (!isOwn || reports.test(name))) return undefined;
  if (!args.some(({ value }) => holds(value, (part) => carries(part) !== undefined))) return undefined;
  return isNamed ? 'named' : 'own';
}

/** Whether an expression or one of its parts is such a thing. */
export function holds(expr: Part, is: (part: Part) => boolean): boolean {
  const open: Part[] = [expr];
  for (let part = open.pop(); part; part = open.pop()) {
    if (is(part)) return true;
    eachPart(part, (inner) => open.push(inner));
  }
  return false;
}

/** What is called. */
export function nameOf(callee: Expr): string {
  return callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
}

function isSelf(expr: Expr): boolean {
  return expr.k === 'name' && selves.has(expr.name);
}

function isMade(expr: Expr, carries: Carries): boolean {
  return holds(expr, (part) => carries(part) === 'made');
}

/** Nothing, an empty text, a number, yes or no. */
function isAnswer(expr: Expr): boolean {
  return (expr.k === 'const' && (typeof expr.value !== 'string' || expr.value === '')) || expr.k === 'unary';
}

/** How long something is. */
function isSize(expr: Expr): boolean {
  return (
    (expr.k === 'member' && sizes.test(expr.property)) ||
    (expr.k === 'call' && sizes.test(nameOf(expr.callee)))
  );
}

const sizes = /^(?:length|size|count|len|strlen|Length|Count)$/;
const selves: ReadonlySet<string> = new Set(['this', 'self', '$this', 'super', 'parent', 'static', 'cls']);
const kindTests: ReadonlySet<string> = new Set(['typeof', 'instanceof', 'is_a', 'defined?']);
/** What tells somebody of something, or waits. */
const reports =
  /^(?:console|debug|info|trace|warn|error|fatal|notice|log|logf|logger|echo|puts|p|pp|render|respond|next|done|cb|callback|resolve|dispatch|track|notify|audit|sleep|dump|dd|var_dump|print_r|printf?|println|fmt|use[A-Z]\w*|set[A-Z_]\w*)$/i;
const maxDepth = 12;
