import type { Expr, FunctionIr } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';
import { type Carries, nameOf } from './looks-at.ts';

/**
 * Where something is looked up by the data as it is, and somebody waits for what is found: `await store.getApp(name)`, `return apps.findByName(name)`.
 * A name that nothing is kept under may end the function there, without a condition.
 */
export function lookUpIn(part: Part, carries: Carries): (Expr & { k: 'call' }) | undefined {
  const value = waitedFor(part);
  const call = value?.k === 'await' ? value.value : value;
  if (call?.k !== 'call' || !looksUp.test(nameOf(call.callee))) return undefined;
  return call.args.some((arg) => carries(arg.value) === 'same') ? call : undefined;
}

/** `run().then(f).then(() => …)`: the functions that a chain runs before the one that the place is in. If one of them fails, that one does not run. */
export function inFrontOf(part: Part, place: number): FunctionIr[] {
  if (part.k !== 'call' || !functionsIn(part).some(({ start, end }) => start <= place && place < end))
    return [];
  const found: FunctionIr[] = [];
  let call: Expr = part;
  for (let length = 0; length < longestChain && call.k === 'call' && call.callee.k === 'member'; length++) {
    call = call.callee.object;
    if (call.k === 'call') found.push(...functionsIn(call));
  }
  return found;
}

function functionsIn({ args }: Expr & { k: 'call' }): FunctionIr[] {
  return args.flatMap(({ value }) => (value.k === 'function' ? [value.fn] : []));
}

function waitedFor(part: Part): Expr | undefined {
  if (part.k === 'assign' || part.k === 'return') return part.value;
  return part.k === 'await' ? part : undefined;
}

/** Two words or more, the first of which says that it looks for something; what has an answer for everything does not fail. */
const looksUp =
  /^(?:get|find|fetch|load|lookup|look_up|retrieve|require|select)(?=[A-Z_])(?!\w*(?:or_?(?:default|else|null|nil|none)|header|param|env|query|cookie|input|attribute|config|option)s?\w*$)\w+$/i;
const longestChain = 32;
