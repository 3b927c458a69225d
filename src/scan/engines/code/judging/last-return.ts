import type { FunctionIr, Span, Stmt } from '../ir/ir.ts';

/** The last place in a function that gives something back: where a finding about its result is shown. */
export function lastReturn(fn: FunctionIr): Span | undefined {
  let found: Span | undefined;
  const visit = (statements: readonly Stmt[]): void => {
    for (const statement of statements) {
      if (statement.k === 'return' && statement.value) found = statement;
      else if (statement.k === 'if') {
        visit(statement.yes);
        visit(statement.otherwise);
      } else if (statement.k === 'block' || statement.k === 'each' || statement.k === 'loop')
        visit(statement.body);
      else if (statement.k === 'try') {
        visit(statement.body);
        for (const handler of statement.handlers) visit(handler.body);
      }
    }
  };
  visit(fn.body);
  return found;
}
