import type { FunctionIr, Stmt } from '../../ir/ir.ts';

/** A method for subclasses that does nothing but say that it is not there, or nothing at all and gives nothing: what it does is what subclasses make of it. */
export function isLeftToSubclasses({ body, isStatic, decorators }: FunctionIr, gives: string): boolean {
  if (isStatic || decorators.length > 0) return false;
  const [only, more] = body;
  return only === undefined ? gives === 'void' : more === undefined && saysItIsMissing(only);
}

function saysItIsMissing(statement: Stmt): boolean {
  if (statement.k !== 'throw' || statement.value?.k !== 'call') return false;
  const { callee } = statement.value;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  return missing.test(name);
}

const missing =
  /^(?:UnsupportedOperationException|NotImplementedException|NotSupportedException|AbstractMethodError)$/;
