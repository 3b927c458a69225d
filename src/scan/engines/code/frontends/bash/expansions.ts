import type { Expr } from '../../ir/ir.ts';
import { fixedValue } from '../shared/plain-nodes.ts';
import type { BashLowering } from './lowering.ts';

/** A word made of texts and expansions. */
export function lowerWord(low: BashLowering, n: number): Expr {
  const parts: Expr[] = [];
  const span = low.span(n);
  const { skip, named } = low.tree;
  let from = low.start(n) + (low.kind(n) === 'string' ? 1 : 0);
  const until = low.end(n) - (low.kind(n) === 'string' ? 1 : 0);
  // Blanks between two expansions belong to no node.
  const fill = (to: number) => {
    if (to > from) parts.push({ k: 'const', value: low.text.slice(from, to), ...span });
  };
  for (let child = n + 1; child < skip[n]!; child = skip[child]!) {
    if (!named[child]) continue;
    if (low.kind(n) === 'string') fill(low.start(child));
    parts.push(low.expression(child));
    from = low.end(child);
  }
  if (low.kind(n) === 'string') fill(until);
  if (parts.every((part) => part.k === 'const'))
    return { k: 'const', value: parts.map((part) => (part as { value: unknown }).value).join(''), ...span };
  return parts.length === 1 ? parts[0]! : { k: 'template', parts, ...span };
}

/** `${name}` and what can be done to it in place. */
export function lowerExpansion(low: BashLowering, n: number): Expr {
  const span = low.span(n);
  const source = low.slice(n);
  // The length of a value, and the number of elements.
  if (source.startsWith('${#')) return fixedValue(low, n);
  const [first, second] = low.named(n);
  if (first === undefined) return low.missing();
  const value = variableOf(low, first);
  const operator = low.slice(low.field(n, 'operator'));
  if ((operator === ':-' || operator === '-' || operator === ':=') && second !== undefined)
    return { k: 'logic', op: 'or', left: value, right: low.expression(second), ...span };
  if (operator === '/' || operator === '//') {
    // Taking everything out but plain characters leaves nothing that could do harm.
    if (/\/\/?\[\^/.test(source)) return fixedValue(low, n);
  }
  return value;
}

function variableOf(low: BashLowering, n: number): Expr {
  if (low.kind(n) !== 'subscript') return low.expression(n);
  const object = low.expression(low.field(n, 'name'));
  const index = low.field(n, 'index');
  const text = low.slice(index);
  if (text === '@' || text === '*') return { k: 'slice', object, parts: [], ...low.span(n) };
  const key: Expr = /^\d+$/.test(text)
    ? { k: 'const', value: Number(text), ...low.span(index) }
    : low.expression(index);
  return { k: 'index', object, index: key, ...low.span(n) };
}
