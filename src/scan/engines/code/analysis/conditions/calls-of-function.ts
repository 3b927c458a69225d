import type { Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** What a function calls, named as it is written there: `strcpy`, `md5.New`; the functions inside of it count. */
export function callsOfFunction(fn: FunctionIr): ReadonlySet<string> {
  const called = new Set<string>();
  gather(fn.body, called);
  return called;
}

function gather(body: readonly Stmt[], called: Set<string>): void {
  const open: Part[] = [...body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'function') open.push(...part.fn.body);
    if (part.k === 'call') addNames(part.callee, called);
    eachPart(part, (inner) => open.push(inner));
  }
}

/** `a.b.c(…)` is a call of `c`, of `b.c` and of `a.b.c`. */
function addNames(callee: Expr, called: Set<string>): void {
  let name = '';
  for (let at: Expr | undefined = callee; at && name.length < maxName; ) {
    const word: string | undefined = at.k === 'name' ? at.name : at.k === 'member' ? at.property : undefined;
    if (word === undefined) return;
    name = name === '' ? word : `${word}.${name}`;
    called.add(name);
    at = at.k === 'member' ? at.object : undefined;
  }
}

const maxName = 200;
