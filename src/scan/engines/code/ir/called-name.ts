import type { Expr } from './ir.ts';

type Call = Expr & { k: 'call' };

/** How a function is called as it is written, without what it is called on. */
export function calledName({ callee }: Call): string {
  return callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
}

/** The variable, module or class that a method is called on. */
export function holderOf({ callee }: Call): string {
  return callee.k === 'member' && callee.object.k === 'name' ? callee.object.name : '';
}
