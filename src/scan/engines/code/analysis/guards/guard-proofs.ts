import type { Expr } from '../../ir/ir.ts';
import { allLabels, labelMask } from '../../knowledge/labels.ts';
import type { Run } from '../run.ts';
import { checkedByFunction } from './checking-function.ts';
import { isClosedSet, isTellingConstant } from './closed-set.ts';
import { patternProof } from './pattern-proofs.ts';
import type { Proof } from './proof.ts';
import { hostOf, insideOf } from './same-value.ts';

/** What a condition proves where it holds, or where it does not. */
export function proofsOf(run: Run, test: Expr, positive: boolean): Proof[] {
  return proofs(run, test, positive, 0);
}

/** Conditions inside of one another. A function that checks counts as half of it, and may call one more: it may call itself. */
const maxProofDepth = 8;

function proofs(run: Run, test: Expr, positive: boolean, depth: number): Proof[] {
  if (depth > maxProofDepth) return [];
  switch (test.k) {
    case 'unary':
      return test.op === '!' || test.op === 'not' ? proofs(run, test.value, !positive, depth + 1) : [];
    case 'logic': {
      const left = proofs(run, test.left, positive, depth + 1);
      const right = proofs(run, test.right, positive, depth + 1);
      // Of "a and b" being true both hold; of "a or b" being true only what each of them proves.
      if ((test.op === 'and') === positive) return [...left, ...right];
      return left.flatMap((proof) => {
        const same = right.find((other) => textEqual(run, proof.expr, other.expr));
        return same ? [{ expr: proof.expr, clears: proof.clears & same.clears }] : [];
      });
    }
    case 'binary':
      return comparisonProofs(run, test, positive, depth);
    case 'call':
      return callProofs(run, test, positive, depth);
    // A flag proves what it was set from: `ok := re.MatchString(x)`.
    case 'name': {
      const meant = run.frame.tests.get(test.name);
      if (meant) return whileUnset(run, test.name, () => proofs(run, meant, positive, depth + 1));
      // What is empty or absent does no harm.
      return positive ? [] : [{ expr: test, clears: allLabels }];
    }
    // An address that names no host leads to this one.
    case 'member':
      if (positive) return [];
      if (test.property === 'IsAbsoluteUri') return [{ expr: test.object, clears: addressLabels }];
      return [{ expr: test, clears: hostOf(test) ? addressLabels : allLabels }];
    // `allowed[x]` of a closed map is true only for its keys.
    case 'index':
      return positive && isClosedSet(run, test.object) ? [{ expr: test.index, clears: allLabels }] : [];
    default:
      return [];
  }
}

/** A name that was set from itself, `x = (x or '').strip()`, is not followed a second time. */
function whileUnset(run: Run, flag: string, prove: () => Proof[]): Proof[] {
  const { tests } = run.frame;
  const meant = tests.get(flag);
  tests.delete(flag);
  try {
    return prove();
  } finally {
    if (meant) tests.set(flag, meant);
  }
}

function textEqual(run: Run, a: Expr, b: Expr): boolean {
  return run.file.text.slice(a.start, a.end) === run.file.text.slice(b.start, b.end);
}

function comparisonProofs(run: Run, test: Expr & { k: 'binary' }, positive: boolean, depth: number): Proof[] {
  const { op, left, right } = test;
  if (op === 'in' || op === 'not in') {
    const inside = (op === 'in') === positive;
    if (inside && isClosedSet(run, right)) return [{ expr: left, clears: allLabels }];
    // A value in which the way up does not occur cannot climb.
    const absent = inside ? undefined : textOfExpr(run, left);
    if (absent?.includes('(') && absent.includes('*')) return [{ expr: right, clears: ldapLabels }];
    if (!inside && left.k === 'const' && typeof left.value === 'string') {
      if (left.value.includes('..')) return [{ expr: right, clears: pathLabels }];
      if (left.value === '/' || left.value === '\\') return [{ expr: right, clears: pathLabels }];
      // Between its own quotes a text without another one is a plain literal.
      if ((left.value === "'" || left.value === '"') && right.k === 'slice')
        return [{ expr: right.object, clears: quoteLabels | codeLabels }];
      if (left.value === "'" || left.value === '"') return [{ expr: right, clears: quoteLabels }];
    }
    return [];
  }
  const search = foundAt(left, op, right, positive);
  if (search) return callProofs(run, search.call, search.isThere, depth);
  const matched = matchedTimes(left, op, right, positive);
  if (matched) return callProofs(run, matched.call, matched.holds, depth);
  if (op === '<' || op === '<=' || op === '>' || op === '>=') {
    const least = (op === '<' || op === '<=') === positive ? left : right;
    return least.k === 'const' ? [] : [{ expr: least, clears: numberLabels }];
  }
  if (op !== '==' && op !== '!=') return [];
  // `check(x) == null` and `check(x) == false` say that the check failed.
  const answer = right.k === 'const' ? right.value : undefined;
  const meant = left.k === 'name' && answer === null ? run.frame.tests.get(left.name) : left;
  if (meant?.k === 'call' && (answer === null || typeof answer === 'boolean')) {
    const holds = (op === '==') === positive;
    // No error is the good outcome (Go).
    const isError = answer === null && run.traits.severalResults === true;
    const prove = () => callProofs(run, meant, answer === true || isError ? holds : !holds, depth, isError);
    return left.k === 'name' ? whileUnset(run, left.name, prove) : prove();
  }
  if ((op === '==') !== positive) return [];
  const typeofProof = typeofProofs(left, right) ?? typeofProofs(right, left);
  if (typeofProof) return typeofProof;
  if (right.k === 'const' && right.value === '' && hostOf(left))
    return [{ expr: left, clears: addressLabels }];
  const found: Proof[] = [...commonPathProofs(left), ...commonPathProofs(right)];
  if (isTellingConstant(run, right)) found.push({ expr: left, clears: allLabels });
  if (isTellingConstant(run, left)) found.push({ expr: right, clears: allLabels });
  return found;
}

/** `preg_match(…) == 1` and `> 0` say that it matched, `== 0` that it did not. */
function matchedTimes(left: Expr, op: string, right: Expr, positive: boolean): Matched | undefined {
  if (left.k !== 'call' || left.callee.k !== 'name' || right.k !== 'const') return undefined;
  if (op === '>' && right.value === 0) return { call: left, holds: positive };
  if (op !== '==' && op !== '!=') return undefined;
  if (right.value !== 0 && right.value !== 1) return undefined;
  return { call: left, holds: ((op === '==') === positive) === (right.value === 1) };
}

interface Matched {
  readonly call: Expr & { k: 'call' };
  readonly holds: boolean;
}

function textOfExpr(run: Run, expr: Expr): string | undefined {
  const value = expr.k === 'const' ? expr.value : expr.k === 'name' ? run.evaluate(expr).constant : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** `list.indexOf(x) !== -1`, `>= 0` and `> -1` ask whether the list holds it. */
function foundAt(left: Expr, op: string, right: Expr, positive: boolean) {
  if (left.k !== 'call' || left.callee.k !== 'member' || left.callee.property !== 'indexOf') return undefined;
  const number = right.k === 'const' ? right.value : right.k === 'unary' ? -1 : undefined;
  const isThere =
    number === -1 && (op === '!=' || op === '>')
      ? true
      : number === 0 && op === '>='
        ? true
        : (number === -1 && op === '==') || (number === 0 && op === '<')
          ? false
          : undefined;
  return isThere === undefined ? undefined : { call: left, isThere: isThere === positive };
}

/** `commonpath([folder, path]) == folder`: the path is inside the folder. */
function commonPathProofs(side: Expr): Proof[] {
  if (side.k !== 'call' || side.callee.k !== 'member' || side.callee.property !== 'commonpath') return [];
  const paths = side.args[0]?.value;
  if (paths?.k !== 'list') return [];
  return paths.items.map(({ value }) => ({ expr: value, clears: pathLabels }));
}

function typeofProofs(type: Expr, name: Expr): Proof[] | undefined {
  if (type.k !== 'unary' || type.op !== 'typeof' || name.k !== 'const') return undefined;
  if (name.value === 'number' || name.value === 'boolean') return [{ expr: type.value, clears: allLabels }];
  if (name.value === 'string') return [{ expr: type.value, clears: objectLabels }];
  return [];
}

function callProofs(
  run: Run,
  test: Expr & { k: 'call' },
  positive: boolean,
  depth: number,
  isError = false,
): Proof[] {
  const { callee } = test;
  const receiver = callee.k === 'member' ? callee.object : undefined;
  const method = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  // `allowed.includes(x)`, `allowed.has(x)`: being in a closed set is a proof; not containing ".." is one as well.
  if (
    receiver &&
    (method === 'includes' || method === 'has' || method === 'contains' || method === 'indexOf')
  ) {
    const argument = test.args[0]?.value;
    if (!argument) return [];
    if (positive && isClosedSet(run, receiver)) return [{ expr: argument, clears: allLabels }];
    if (
      !positive &&
      argument.k === 'const' &&
      typeof argument.value === 'string' &&
      argument.value.includes('..')
    )
      return [{ expr: receiver, clears: pathLabels }];
  }
  if (receiver && method === 'isAbsolute' && !positive) return [{ expr: receiver, clears: addressLabels }];
  // That an address begins with its scheme says nothing about where it leads.
  const prefix = test.args[0]?.value;
  if (prefix?.k === 'const' && /^https?(?::\/{0,2})?$/.test(String(prefix.value))) return [];
  const upwards = prefixProof(test, method, positive);
  if (upwards) return upwards;
  const matched = patternProof(run, test, positive);
  if (matched) return matched.isProof ? [{ expr: matched.text, clears: allLabels }] : [];
  const name = calleeName(run, test);
  const match = name && run.rules.match(name);
  const found: Proof[] = [];
  if (positive)
    for (const validator of match?.validators ?? [])
      for (const which of validator.args) {
        const expr =
          which === 'receiver' ? receiver : typeof which === 'number' ? test.args[which]?.value : undefined;
        if (expr) found.push({ expr, clears: validator.clears });
      }
  if (found.length === 0) {
    const prove = (condition: Expr, holds: boolean) =>
      proofs(run, condition, holds, depth + maxProofDepth / 2);
    found.push(...checkedByFunction(run, test, positive, isError, prove, insideOf));
  }
  // A call such as `is_safe_url(x)` of which nothing else is known is taken at its word.
  if (positive && found.length === 0 && validatorName.test(method)) {
    for (const { value } of test.args) found.push({ expr: value, clears: allLabels });
  }
  return found;
}

/** What begins with the way up climbs; what does not, once made relative, stays inside. */
function prefixProof(test: Expr & { k: 'call' }, method: string, positive: boolean): Proof[] | undefined {
  // A search for the way up that finds none says that the path does not climb.
  if (method === 'MatchString' && !positive) {
    const [pattern, subject] = test.args;
    return subject && pattern?.value.k === 'const' && String(pattern.value.value).includes('\\.\\.')
      ? [{ expr: subject.value, clears: pathLabels }]
      : undefined;
  }
  if (method !== 'HasPrefix') return undefined;
  const [value, prefix] = test.args;
  if (prefix?.value.k !== 'const' || !value) return undefined;
  const text = String(prefix.value.value);
  if (/^https?(?::\/{0,2})?$/.test(text)) return [];
  if (text.startsWith('..')) return positive ? [] : [{ expr: value.value, clears: pathLabels }];
  return undefined;
}

function calleeName(run: Run, test: Expr & { k: 'call' }) {
  const { callee } = test;
  if (callee.k === 'member') {
    const object = run.evaluate(callee.object);
    return (object.name ?? run.rules.root.child('?')).child(callee.property);
  }
  return run.evaluate(callee).name;
}

const validatorName =
  /^(?:check|validate|verify)(?:URL|Uri|Url|Path|Host|Domain|Redirect|Origin)|^_?(?:is|has|check|validate|verify|assert)?_?(?:valid|safe|allowed|permitted|whitelisted|trusted|authorized|authorised)/i;
/** That a number stays below another one says how much it can do, not what its text is. */
export const numberLabels = labelMask(['number', 'dos']);
const pathLabels = labelMask(['path']);
const quoteLabels = labelMask(['sql', 'xpath', 'ldap', 'html']);
const ldapLabels = labelMask(['ldap']);
const codeLabels = labelMask(['code']);
export const addressLabels = labelMask(['url', 'redirect']);
const objectLabels = labelMask(['nosql', 'prototype', 'assign', 'deserialize']);
