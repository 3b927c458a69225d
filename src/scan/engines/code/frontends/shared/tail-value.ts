import type { Expr, Stmt } from '../../ir/ir.ts';

/** Gives the last value of a body a use: a method returns it, `x = if …` assigns it. */
export function useLastValue(body: readonly Stmt[], use: (value: Expr) => Stmt): Stmt[] {
  const last = body.at(-1);
  if (!last) return [];
  return [...body.slice(0, -1), ...lastValue(last, use)];
}

function lastValue(last: Stmt, use: (value: Expr) => Stmt): Stmt[] {
  switch (last.k) {
    case 'expr':
      return [use(last.value)];
    case 'if':
      return [{ ...last, yes: useLastValue(last.yes, use), otherwise: useLastValue(last.otherwise, use) }];
    case 'block':
      return [{ ...last, body: useLastValue(last.body, use) }];
    case 'switch':
      return [
        { ...last, cases: last.cases.map((each) => ({ ...each, body: useLastValue(each.body, use) })) },
      ];
    case 'try':
      return [
        {
          ...last,
          body: last.otherwise.length ? last.body : useLastValue(last.body, use),
          otherwise: useLastValue(last.otherwise, use),
          handlers: last.handlers.map((handler) => ({ ...handler, body: useLastValue(handler.body, use) })),
        },
      ];
    default:
      return [last];
  }
}
