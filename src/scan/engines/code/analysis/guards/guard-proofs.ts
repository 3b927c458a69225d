import type { Expr } from '../../ir/ir.ts';
import { constantLabels } from '../../knowledge/label-needs.ts';
import { allLabels } from '../../knowledge/labels.ts';
import type { Run } from '../run.ts';
import { callProofs } from './call-proofs.ts';
import { isClosedSet, suspectedSet } from './closed-set.ts';
import { comparisonProofs } from './comparison-proofs.ts';
import { flagProofs } from './flags.ts';
import { addressLabels } from './guarded-labels.ts';
import type { Proof, Prove } from './proof.ts';
import { hostOf, insideOf } from './same-value.ts';

/** What a condition proves where it holds, or where it does not. */
export function proofsOf(run: Run, test: Expr, positive: boolean): Proof[] {
  return proofs(run, test, positive, 0);
}

function proofs(run: Run, test: Expr, positive: boolean, depth: number): Proof[] {
  if (depth > maxProofDepth) return [];
  const prove: Prove = (inner, holds) => proofs(run, inner, holds, depth + 1);
  switch (test.k) {
    case 'unary':
      return test.op === '!' || test.op === 'not' ? prove(test.value, !positive) : [];
    case 'logic':
      return logicProofs(run, test, positive, prove);
    case 'binary':
      return comparisonProofs(run, test, positive, prove);
    case 'call':
      return callProofs(run, test, positive, prove);
    case 'await':
      return prove(test.value, positive);
    // `if (m = pattern.exec(x))` asks what it sets.
    case 'assign':
      return test.op === undefined ? prove(test.value, positive) : [];
    case 'name': {
      const meant = flagProofs(run, test.name, positive, prove);
      if (meant) return meant;
      // What is empty or absent does no harm.
      return positive ? [] : [{ expr: test, clears: allLabels }];
    }
    // A URL that names no host leads to this one.
    case 'member':
      if (positive) return [];
      if (test.property === 'IsAbsoluteUri') return [{ expr: test.object, clears: addressLabels }];
      return [{ expr: test, clears: hostOf(test) ? addressLabels : allLabels }];
    // `allowed[x]` of a closed map is true only for its keys.
    case 'index': {
      if (!positive) return [];
      if (isClosedSet(run, test.object)) return [{ expr: test.index, clears: constantLabels }];
      const check = suspectedSet(run, test.object);
      return check === undefined ? [] : [{ expr: test.index, clears: 0, check }];
    }
    default:
      return [];
  }
}

/** Of "a and b" being true both hold; of "a or b" being true only what each of them proves. */
function logicProofs(run: Run, test: Expr & { k: 'logic' }, positive: boolean, prove: Prove): Proof[] {
  const left = prove(test.left, positive);
  const right = prove(test.right, positive);
  if ((test.op === 'and') === positive) return [...left, ...right];
  return left.flatMap((proof) => {
    const same = right.filter((other) => textEqual(run, innermost(proof.expr), innermost(other.expr)));
    const clears = proof.clears & same.reduce((mask, other) => mask | other.clears, 0);
    const check = proof.check ?? same.find((other) => other.check !== undefined)?.check;
    if (same.length === 0) return [];
    const expr = innermost(proof.expr);
    return clears ? [{ expr, clears }] : check ? [{ expr, clears: 0, check }] : [];
  });
}

/** What a statement about `x.strip()`, or about the normal form of a path, is about. */
function innermost(expr: Expr): Expr {
  let inner = expr;
  for (let next = insideOf(inner); next; next = insideOf(inner)) inner = next;
  return inner;
}

function textEqual(run: Run, a: Expr, b: Expr): boolean {
  return run.file.text.slice(a.start, a.end) === run.file.text.slice(b.start, b.end);
}

const maxProofDepth = 8;
