import type { Expr, MapEntry } from '../../ir/ir.ts';
import { literalItems } from '../shared/plain-nodes.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { RubyLowering } from './lowering.ts';

/** Numbers, texts, symbols, lists and hashes. A symbol is the text of its name: both are used as keys alike. */
export function literalHandlers(low: RubyLowering): Record<string, (n: number) => Expr> {
  const plain = (value: string | number | boolean | null) => (n: number) =>
    ({ k: 'const', value, ...low.span(n) }) as Expr;
  const number = (n: number): Expr => ({ k: 'const', value: numberOf(low.slice(n)), ...low.span(n) });
  const text = (n: number) => lowerText(low, n, n);
  const items = (n: number): Expr => ({
    k: 'list',
    items: literalItems(low, low.named(n)).map((child) => {
      const spread = low.kind(child) === 'splat_argument';
      return { spread, value: low.expression(spread ? low.firstNamed(child) : child) };
    }),
    isSet: false,
    ...low.span(n),
  });
  return {
    nil: plain(null),
    true: plain(true),
    false: plain(false),
    integer: number,
    float: number,
    string: text,
    bare_string: text,
    bare_symbol: text,
    delimited_symbol: text,
    chained_string: (n) =>
      joined(
        low,
        n,
        low.named(n).map((child) => low.expression(child)),
      ),
    character: (n) => ({ k: 'const', value: low.slice(n).slice(1), ...low.span(n) }),
    simple_symbol: (n) => ({ k: 'const', value: low.slice(n).slice(1), ...low.span(n) }),
    hash_key_symbol: (n) => ({ k: 'const', value: low.slice(n), ...low.span(n) }),
    heredoc_beginning: (n) => {
      const body = low.heredocs.get(n);
      return body === undefined ? low.unknown(n) : lowerText(low, body, n);
    },
    subshell: (n) => ({
      k: 'call',
      callee: { k: 'name', name: 'backticks', ...low.span(n) },
      args: [{ value: lowerText(low, n, n) }],
      isNew: false,
      ...low.span(n),
    }),
    regex: (n) => lowerRegex(low, n),
    array: items,
    string_array: items,
    symbol_array: items,
    right_assignment_list: items,
    hash: (n) => ({ k: 'map', entries: hashEntries(low, n), ...low.span(n) }),
    range: (n) => low.unknown(n),
    pair: (n) => ({ k: 'map', entries: [entryOf(low, n)], ...low.span(n) }),
  };
}

export function hashEntries(low: RubyLowering, n: number): MapEntry[] {
  return literalItems(low, low.named(n)).map((child) =>
    low.kind(child) === 'pair'
      ? entryOf(low, child)
      : { key: undefined, value: low.expression(low.firstNamed(child)) },
  );
}

function entryOf(low: RubyLowering, pair: number): MapEntry {
  const key = low.field(pair, 'key');
  const value = low.field(pair, 'value');
  return {
    key: low.expression(key),
    // `{ name: }` is short for `{ name: name }`.
    value: isNone(value) ? low.reference(low.slice(key), low.span(key)) : low.expression(value),
  };
}

/** The parts of a text; `span` is the node that stands for it in the program. */
function lowerText(low: RubyLowering, n: number, span: number): Expr {
  const parts: Expr[] = [];
  let constant = '';
  let isConstant = true;
  const opening = low.text.slice(low.start(n), low.start(n) + 2);
  const single = opening === '%q' ? anyBracket : /^:?'/.test(opening) ? quote : undefined;
  const flush = () => {
    if (constant) parts.push({ k: 'const', value: constant, ...low.span(span) });
    constant = '';
  };
  const { skip, named } = low.tree;
  for (let child = n + 1; child < skip[n]!; child = skip[child]!) {
    if (!named[child]) continue;
    const kind = low.kind(child);
    if (kind === 'string_content' || kind === 'heredoc_content')
      constant += single ? low.slice(child).replace(single, '$1') : low.slice(child);
    else if (kind === 'escape_sequence') constant += unescaped(low.slice(child));
    else if (kind === 'interpolation') {
      flush();
      isConstant = false;
      parts.push(low.expression(child));
    }
  }
  if (isConstant) return { k: 'const', value: constant, ...low.span(span) };
  flush();
  return { k: 'template', parts, ...low.span(span) };
}

function joined(low: RubyLowering, n: number, parts: Expr[]): Expr {
  if (parts.every((part) => part.k === 'const'))
    return {
      k: 'const',
      value: parts.map((part) => (part as { value: unknown }).value).join(''),
      ...low.span(n),
    };
  return { k: 'template', parts, ...low.span(n) };
}

/** A pattern of fixed text is a literal; one with parts put in is the making of a pattern. */
function lowerRegex(low: RubyLowering, n: number): Expr {
  const source = low.slice(n);
  const close = source.length - (/[a-z]*$/.exec(source)![0].length + 1);
  const open = source.startsWith('%r') ? 3 : 1;
  if (isNone(low.childOfKind(n, 'interpolation')))
    return { k: 'regex', pattern: source.slice(open, close), flags: source.slice(close + 1), ...low.span(n) };
  return {
    k: 'call',
    callee: { k: 'member', object: low.constant('Regexp', low.span(n)), property: 'new', ...low.span(n) },
    args: [{ value: lowerText(low, n, n) }],
    isNew: false,
    ...low.span(n),
  };
}

function numberOf(text: string): number {
  const plain = text.replace(/_/g, '').toLowerCase();
  const octal = /^0o?([0-7]+)$/.exec(plain);
  if (octal) return Number.parseInt(octal[1]!, 8);
  return Number(plain.replace(/(?<![ri])[ri]+$/, ''));
}

/** Where only a backslash and what ends the text can be behind one. */
const quote = /\\([\\'])/g;
const anyBracket = /\\([^\w\s])/g;

function unescaped(sequence: string): string {
  return escapes.get(sequence) ?? (sequence.length === 2 ? sequence.slice(1) : sequence);
}

const escapes = new Map([
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  ['\\0', '\0'],
  ['\\e', '\u001b'],
]);
