import type { Value } from '../../../domain/value.ts';
import { calledName } from '../../../ir/called-name.ts';
import type { Expr, Stmt, SwitchCase, Target } from '../../../ir/ir.ts';
import { eachPart, type Part } from '../../../ir/parts.ts';
import { harmlessWith } from '../../../knowledge/label-needs.ts';
import { labelMask } from '../../../knowledge/labels.ts';
import type { Run } from '../../run.ts';
import type { Barrier } from '../barriers/barrier.ts';
import { testOf } from '../flags.ts';
import { charactersWhere } from './character-tests.ts';

/**
 * `for (const c of s) if (/[a-z]/.test(c)) out += c;`: of a text that is copied character by character only those are left that pass. What a condition says
 * of the one that it is about holds of what is made of it.
 */
export function characterBarriers(run: Run, test: Expr, positive: boolean): Barrier[] {
  if (!run.frame.characters.size && !run.frame.exits.length) return [];
  return charactersIn(run, test).flatMap((about) => {
    const allowed = charactersWhere(test, characterLike(run, about), positive);
    const clears = clearedBy(run, about, allowed);
    return clears ? [{ expr: about, clears, alone: true }] : [];
  });
}

/** `switch (c) { case '<': …; default: out.append(c); }`: what is left for the last case. */
export function remainingCharacters(run: Run, subject: Expr, cases: readonly SwitchCase[]): Barrier[] {
  if (!isCharacter(run, subject)) return [];
  const tests = cases.flatMap((each) => (each.guard ? [] : each.tests));
  const { start, end } = subject;
  const among = tests.map((right): Expr => ({ k: 'binary', op: '==', left: subject, right, start, end }));
  const [first, ...others] = among;
  if (!first) return [];
  const any = others.reduce<Expr>(
    (left, right) => ({ k: 'logic', op: 'or', left, right, start, end }),
    first,
  );
  const clears = clearedBy(run, subject, charactersWhere(any, characterLike(run, subject), false));
  return clears ? [{ expr: subject, clears, alone: true }] : [];
}

/** What a loop over a text calls the character whose turn it is. */
export function noteCharacter(run: Run, target: Target, iterable: Value): void {
  if (target.k !== 'name') return;
  const { taint, shape } = iterable;
  if (taint && !shape) run.frame.characters.add(target.name);
  else run.frame.characters.delete(target.name);
}

/** Whether a loop puts what it goes through together again, piece by piece: `out += c`, `b.append(c)`. */
export function copiesPieces({ target, body }: Stmt & { k: 'each' }): boolean {
  return target.k === 'name' && body.some((statement) => addsPiece(statement, target.name, 0));
}

function addsPiece(part: Part, name: string, depth: number): boolean {
  if (depth > maxDepth) return false;
  const isPiece = (expr: Expr) => expr.k === 'name' && expr.name === name;
  if (part.k === 'assign' && part.op === '+' && isPiece(part.value)) return true;
  if (part.k === 'binary' && part.op === '+' && (isPiece(part.left) || isPiece(part.right))) return true;
  if (
    part.k === 'call' &&
    adds.has(calledName(part)) &&
    part.args.some(({ value }) => holdsPiece(value, name))
  )
    return true;
  let found = false;
  eachPart(part, (inner) => {
    found ||= addsPiece(inner, name, depth + 1);
  });
  return found;
}

/** `c`, `string(c)`. */
function holdsPiece(expr: Expr, name: string): boolean {
  if (expr.k === 'call') return expr.args.some(({ value }) => holdsPiece(value, name));
  return expr.k === 'name' && expr.name === name;
}

/** Items of a list may be longer than a character: that one is no slash says nothing about slashes in it. A few such tests say that they are characters. */
function clearedBy(run: Run, about: Expr, allowed: Uint8Array): number {
  const left = allowed.reduce((count, flag) => count + flag, 0);
  if (left === allowed.length) return 0;
  if (left > allowed.length - minDenied && !isPlainlyCharacter(run, about)) return 0;
  const clears = harmlessWith(allowed);
  return allowed['<'.charCodeAt(0)] ? clears : clears | htmlLabels;
}

function characterLike(run: Run, about: Expr) {
  const textOf = ({ start, end }: Expr) => run.file.text.slice(start, end);
  const said = textOf(about);
  return {
    is: (expr: Expr) => expr.k === about.k && textOf(expr) === said,
    textOf: (expr: Expr) => {
      if (expr.k !== 'name' && expr.k !== 'member') return undefined;
      const { constant } = run.evaluate(expr);
      return typeof constant === 'string' ? constant : undefined;
    },
  };
}

/** The places in a condition that are one character each: the variable of a loop, `s[i]`, `s.charAt(i)`. */
function charactersIn(run: Run, test: Expr, found: Expr[] = [], depth = 0): Expr[] {
  if (depth > maxDepth || found.length > 0) return found;
  if (isCharacter(run, test)) {
    found.push(test);
    return found;
  }
  switch (test.k) {
    case 'unary':
      return charactersIn(run, test.value, found, depth + 1);
    case 'logic':
    case 'binary':
      charactersIn(run, test.left, found, depth + 1);
      return charactersIn(run, test.right, found, depth + 1);
    case 'call':
      if (test.callee.k === 'member') charactersIn(run, test.callee.object, found, depth + 1);
      for (const { value } of test.args) charactersIn(run, value, found, depth + 1);
      return found;
    default:
      return found;
  }
}

function isCharacter(run: Run, expr: Expr): boolean {
  if (expr.k === 'name') return run.frame.characters.has(expr.name) || isReadCharacter(run, expr.name);
  if (expr.k === 'index') {
    if (expr.index.k === 'const') return false;
    const { taint, shape } = run.evaluate(expr.object);
    return taint !== undefined && !shape;
  }
  return isCharAt(expr) && run.evaluate(expr).taint !== undefined;
}

/** `char c = s.charAt(i);` */
function isReadCharacter(run: Run, name: string): boolean {
  const read = testOf(run, name);
  return read !== undefined && isCharAt(read);
}

function isCharAt(expr: Expr): boolean {
  return expr.k === 'call' && expr.callee.k === 'member' && reads.has(expr.callee.property);
}

function isPlainlyCharacter(run: Run, expr: Expr): boolean {
  return isCharAt(expr) || (expr.k === 'name' && isReadCharacter(run, expr.name));
}

const htmlLabels = labelMask(['html']);
const reads = new Set(['charAt', 'charCodeAt', 'codePointAt']);
const adds = new Set(
  'append Append push push_str add Add concat write Write WriteRune WriteByte WriteString putc <<'.split(' '),
);
const minDenied = 4;
const maxDepth = 60;
