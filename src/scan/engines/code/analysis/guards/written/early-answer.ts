import type { Expr, Stmt } from '../../../ir/ir.ts';
import { calledEquality } from './called-equality.ts';

/**
 * `if (path === root) return true; return path.startsWith(root + sep);`: both statements as the one answer that they are, `path === root || …`, so that
 * conditions which say something only together are read together. Other tests than for equality say enough by themselves.
 */
export function joinedAnswer(statement: Stmt, next: Stmt | undefined): (Stmt & { k: 'return' }) | undefined {
  if (statement.k !== 'if' || statement.otherwise.length > 0 || !isEquality(statement.test)) return undefined;
  const [only, more] = statement.yes;
  if (only?.k !== 'return' || only.value?.k !== 'const' || only.value.value !== true || more)
    return undefined;
  if (next?.k !== 'return' || !next.value || !tests.has(next.value.k)) return undefined;
  const { start } = statement.test;
  const { value, end } = next;
  const both: Expr = { k: 'logic', op: 'or', left: statement.test, right: value, start, end: value.end };
  return { ...next, value: both, end };
}

function isEquality(test: Expr): boolean {
  return test.k === 'call' ? calledEquality(test) !== undefined : test.k === 'binary' && test.op === '==';
}

const tests = new Set<Expr['k']>(['call', 'unary', 'logic']);
