import type { FunctionIr, Stmt } from '../ir/ir.ts';

/** Whether a function does the same whatever it is given: it has neither branches nor loops, so no check of its own can be missed. */
export function isStraight({ body }: FunctionIr): boolean {
  return body.every(isStraightStatement);
}

function isStraightStatement(statement: Stmt): boolean {
  switch (statement.k) {
    case 'if':
    case 'loop':
    case 'each':
    case 'switch':
      return false;
    case 'block':
      return statement.body.every(isStraightStatement);
    // What is done about an error changes nothing about the way without one.
    case 'try':
      return statement.body.every(isStraightStatement) && statement.last.every(isStraightStatement);
    default:
      return true;
  }
}
