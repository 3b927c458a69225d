import type { Expr } from '../../ir/ir.ts';
import { unescaped } from '../shared/escapes.ts';
import { literalItems } from '../shared/plain-nodes.ts';
import type { CLowering } from './lowering.ts';

export function literalHandlers(low: CLowering): Record<string, (n: number) => Expr> {
  const plain = (value: boolean | null) => (n: number) => ({ k: 'const', value, ...low.span(n) }) as Expr;
  return {
    null: plain(null),
    nullptr: plain(null),
    true: plain(true),
    false: plain(false),
    number_literal: (n) => ({ k: 'const', value: numberOf(low.slice(n)), ...low.span(n) }),
    string_literal: (n) => ({ k: 'const', value: textOf(low, n), ...low.span(n) }),
    raw_string_literal: (n) => ({
      k: 'const',
      value: low.slice(n).replace(/^[^"]*"[^(]*\(|\)[^"]*"$/g, ''),
      ...low.span(n),
    }),
    char_literal: (n) => ({
      k: 'const',
      value: unescaped(low.slice(n).replace(/^[^']*'|'$/g, '')),
      ...low.span(n),
    }),
    concatenated_string: (n) => concatenation(low, n),
    initializer_list: (n) => lowerInitializer(low, n),
    compound_literal_expression: (n) => low.expression(low.field(n, 'value')),
  };
}

/** Texts one behind the other; a macro between them stands for a fixed text. */
function concatenation(low: CLowering, n: number): Expr {
  const value = low
    .named(n)
    .map((child) => (low.kind(child) === 'string_literal' ? textOf(low, child) : ''))
    .join('');
  return { k: 'const', value, ...low.span(n) };
}

function textOf(low: CLowering, n: number): string {
  let text = '';
  const { skip, named } = low.tree;
  for (let child = n + 1; child < skip[n]!; child = skip[child]!) if (named[child]) text += low.slice(child);
  return unescaped(text);
}

function lowerInitializer(low: CLowering, n: number): Expr {
  const children = literalItems(low, low.named(n));
  const span = low.span(n);
  if (children.some((child) => low.kind(child) === 'initializer_pair'))
    return {
      k: 'map',
      entries: children.map((child) => {
        if (low.kind(child) !== 'initializer_pair') return { key: undefined, value: low.expression(child) };
        const designator = low.field(child, 'designator');
        const key = low.slice(low.firstNamed(designator));
        return {
          key: { k: 'const', value: key, ...low.span(child) },
          value: low.expression(low.field(child, 'value')),
        };
      }),
      ...span,
    };
  const items = children.map((child) => ({ spread: false, value: low.expression(child) }));
  return { k: 'list', items, isSet: false, ...span };
}

function numberOf(text: string): number {
  const plain = text.replace(/'/g, '').toLowerCase();
  if (/^0x/.test(plain)) return Number.parseInt(plain.slice(2), 16);
  if (/^0b/.test(plain)) return Number.parseInt(plain.slice(2), 2);
  if (/^0[0-7]+[ul]*$/.test(plain)) return Number.parseInt(plain, 8);
  return Number.parseFloat(plain);
}
