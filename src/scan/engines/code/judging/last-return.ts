import type { Expr, FunctionIr, Span, Stmt } from '../ir/ir.ts';

/** The last place in a function that gives something back: where a finding about its result is shown. */
export function lastReturn(fn: FunctionIr): Span | undefined {
  return returnsOf(fn).at(-1);
}

/** Whether all that a function gives back is put together as keys and values, with or without a status behind it: frameworks make JSON of that. */
export function returnsData(fn: FunctionIr): boolean {
  const returns = returnsOf(fn);
  return returns.length > 0 && returns.every(({ value }) => isData(value));
}

function isData(value: Expr | undefined): boolean {
  if (value?.k === 'list') return isData(value.items[0]?.value);
  return value?.k === 'map';
}

function returnsOf(fn: FunctionIr): Array<Stmt & { k: 'return' }> {
  const found: Array<Stmt & { k: 'return' }> = [];
  const visit = (statements: readonly Stmt[]): void => {
    for (const statement of statements) {
      if (statement.k === 'return' && statement.value) found.push(statement);
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
