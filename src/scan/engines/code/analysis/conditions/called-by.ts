import type { Called } from '../../domain/scope.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { Run } from '../run.ts';

/** What a call calls, and on what: as it was when it ran, or found out now where it never did. */
export function calledBy(run: Run, call: Expr & { k: 'call' }): Called {
  const known = run.frame.called.get(call);
  if (known) return known;
  const { callee } = call;
  const receiver = callee.k === 'member' ? run.evaluate(callee.object) : undefined;
  return { target: run.evaluate(callee), receiver };
}

/** The name by which rules know what a call calls: of a method the receiver's and its own. */
export function calleeName(run: Run, call: Expr & { k: 'call' }): Name | undefined {
  const { callee } = call;
  const { target, receiver } = calledBy(run, call);
  return callee.k === 'member'
    ? (receiver?.name ?? run.rules.root.child('?')).child(callee.property)
    : target.name;
}
