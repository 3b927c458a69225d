import { asksForObject } from '../../domain/types/asked-type.ts';
import { writtenType } from '../../domain/types/written-type.ts';
import type { Expr } from '../../ir/ir.ts';

/** An expression behind a cast: of the type that the cast names, where that is one of objects. */
export function saidType(expr: Expr, written: string): Expr {
  const isTelling = expr.k !== 'const' && expr.k !== 'function' && writtenType(written) !== undefined;
  return isTelling ? { ...expr, said: written } : expr;
}

/** `container.Resolve<Share>()`: a call whose one type argument names what it gives. */
export function askedType(call: Expr, written: string | undefined): Expr {
  if (written === undefined || call.k !== 'call') return call;
  const { callee } = call;
  const word = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  if (manyAsked.test(word)) return saidType(call, `List<${written}>`);
  return asksForObject(word) ? saidType(call, written) : call;
}

const manyAsked = /^(?:OfType|Cast|GetServices|ResolveAll|getAll|filterIsInstance|Set|getBeansOfType)$/;
