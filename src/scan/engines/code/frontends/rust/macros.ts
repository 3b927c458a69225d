import type { Expr, Span } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { RustLowering } from './lowering.ts';
import { readTokens } from './tokens.ts';

/** Macros get tokens, not expressions; those that people use most are read as what they make. */
export function lowerMacro(low: RustLowering, n: number): Expr {
  const span = low.span(n);
  const macro = low.slice(low.field(n, 'macro'));
  const name = macro.slice(macro.lastIndexOf(':') + 1);
  const tree = low.childOfKind(n, 'token_tree');
  const args = isNone(tree) ? [] : readTokens(low, tree);
  if (name === 'vec')
    return { k: 'list', items: args.map((value) => ({ spread: false, value })), isSet: false, ...span };
  if (name === 'format' || name === 'format_args') return formatted(low, args, span);
  if (name === 'concat') return { k: 'template', parts: args, ...span };
  const at = printing.get(name);
  const given = at === undefined ? args : [...args.slice(0, at), formatted(low, args.slice(at), span)];
  return {
    k: 'call',
    callee: { k: 'name', name: `${name}!`, ...span },
    args: given.map((value) => ({ value })),
    isNew: false,
    ...span,
  };
}

/** A format with its values: `{}` takes the next, `{name}` a variable. */
function formatted(low: RustLowering, args: readonly Expr[], span: Span): Expr {
  const [format, ...values] = args;
  if (format?.k !== 'const' || typeof format.value !== 'string')
    return { k: 'unknown', parts: [...args], ...span };
  const parts: Expr[] = [];
  let next = 0;
  let from = 0;
  const text = format.value;
  for (const hole of text.matchAll(/\{\{|\}\}|\{([^{}:]*)(?::[^{}]*)?\}/g)) {
    if (hole[1] === undefined) continue;
    if (hole.index > from) parts.push({ k: 'const', value: text.slice(from, hole.index), ...span });
    from = hole.index + hole[0].length;
    const name = hole[1].trim();
    if (name === '') parts.push(values[next++] ?? low.missing());
    else if (/^\d+$/.test(name)) parts.push(values[Number(name)] ?? low.missing());
    else parts.push(namedValue(values, name) ?? low.reference(name, span));
  }
  if (from < text.length) parts.push({ k: 'const', value: text.slice(from), ...span });
  if (parts.every((part) => part.k === 'const'))
    return { k: 'const', value: parts.map((part) => (part as { value: unknown }).value).join(''), ...span };
  return { k: 'template', parts, ...span };
}

function namedValue(values: readonly Expr[], name: string): Expr | undefined {
  for (const value of values)
    if (value.k === 'assign' && value.target.k === 'name' && value.target.name === name) return value.value;
  return undefined;
}

const printing = new Map([
  ['println', 0],
  ['print', 0],
  ['eprintln', 0],
  ['eprint', 0],
  ['write', 1],
  ['writeln', 1],
  ['info', 0],
  ['warn', 0],
  ['error', 0],
  ['debug', 0],
  ['trace', 0],
]);
