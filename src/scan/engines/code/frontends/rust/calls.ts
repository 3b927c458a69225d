import type { Argument, Expr, Span } from '../../ir/ir.ts';
import type { RustLowering } from './lower.ts';
import { readTokens } from './tokens.ts';

export function lowerCall(low: RustLowering, n: number): Expr {
  const span = low.span(n);
  const args = low.named(low.field(n, 'arguments')).map((child) => ({ value: low.expression(child) }));
  return callOf(low.expression(low.field(n, 'function')), args, span);
}

/** A call; methods that only hand a value on, or wrap it, are left out. */
export function callOf(callee: Expr, args: Argument[], span: Span): Expr {
  const first = args[0]?.value;
  if (callee.k === 'name') {
    if (first && args.length === 1 && wrappers.has(callee.name)) return first;
  } else if (callee.k === 'member') {
    const { object, property } = callee;
    if (transparent.has(property) && args.length <= 1) return object;
    if (property === 'unwrap_or' && first)
      return { k: 'logic', op: 'or', left: object, right: first, ...span };
    if (object.k === 'name' && first && args.length === 1 && property === 'new' && boxes.has(object.name))
      return first;
    if (object.k === 'name' && object.name === 'String') {
      if (property === 'new' || property === 'with_capacity') return { k: 'const', value: '', ...span };
      if (
        (property === 'from' || property.startsWith('from_utf8')) &&
        first &&
        property !== 'from_utf8_unchecked'
      )
        return first;
    }
    if (property === 'push_str' && first && isPlace(object))
      return { k: 'assign', target: object, op: '+', value: first, ...span };
    if (property === 'insert' && args.length === 2 && isPlace(object) && object.k === 'name')
      return {
        k: 'call',
        callee: { ...callee, property: 'set' },
        args,
        isNew: false,
        ...span,
      };
    if (property === 'contains' || property === 'contains_key')
      return { k: 'call', callee: { ...callee, property: 'includes' }, args, isNew: false, ...span };
    if (property === 'concat' && args.length === 0)
      return {
        k: 'call',
        callee: { ...callee, property: 'join' },
        args: [{ value: { k: 'const', value: '', ...span } }],
        isNew: false,
        ...span,
      };
  }
  return { k: 'call', callee, args, isNew: false, ...span };
}

function isPlace(expr: Expr): expr is Expr & { k: 'name' | 'member' | 'index' } {
  return expr.k === 'name' || expr.k === 'member' || expr.k === 'index';
}

/** `P { q: v, ..other }`: of a type of this file an object, else its fields. */
export function lowerStruct(low: RustLowering, n: number): Expr {
  const span = low.span(n);
  const type = low.expression(low.field(n, 'name'));
  const body = low.field(n, 'body');
  const fields: Array<{ name: string; value: Expr }> = [];
  const spreads: Expr[] = [];
  for (const child of body < 0 ? [] : low.named(body)) {
    const kind = low.kind(child);
    if (kind === 'field_initializer') {
      const name = low.slice(low.field(child, 'field'));
      fields.push({ name, value: low.expression(low.field(child, 'value')) });
    } else if (kind === 'shorthand_field_initializer') {
      const name = low.slice(low.firstNamed(child));
      fields.push({ name, value: low.reference(name, low.span(child)) });
    } else spreads.push(low.expression(low.firstNamed(child)));
  }
  if (type.k === 'name' && low.types.has(type.name))
    return { k: 'call', callee: type, args: fields, isNew: true, ...span };
  return {
    k: 'map',
    entries: [
      ...spreads.map((value) => ({ key: undefined, value })),
      ...fields.map(({ name, value }) => ({ key: { k: 'const', value: name, ...span } as Expr, value })),
    ],
    ...span,
  };
}

/** Macros get tokens, not expressions; those that people use most are read as what they make. */
export function lowerMacro(low: RustLowering, n: number): Expr {
  const span = low.span(n);
  const macro = low.slice(low.field(n, 'macro'));
  const name = macro.slice(macro.lastIndexOf(':') + 1);
  const tree = low.childOfKind(n, 'token_tree');
  const args = tree < 0 ? [] : readTokens(low, tree);
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

const wrappers = new Set(['Some', 'Ok', 'Err']);
const boxes = new Set(['Box', 'Arc', 'Rc', 'RefCell', 'Cell', 'Mutex', 'RwLock', 'Cow']);
const transparent = new Set(
  `clone to_string to_owned as_str as_ref as_mut into unwrap expect borrow borrow_mut deref to_str cloned copied iter iter_mut into_iter ok
  unwrap_or_default as_deref as_bytes to_vec into_string as_slice lock unwrap_unchecked by_ref to_string_lossy into_owned as_os_str`.split(
    /\s+/,
  ),
);
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
