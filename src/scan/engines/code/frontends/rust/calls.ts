import type { Argument, Expr, Span } from '../../ir/ir.ts';
import type { RustLowering } from './lowering.ts';

export function lowerCall(low: RustLowering, n: number): Expr {
  const span = low.span(n);
  const args = low.named(low.field(n, 'arguments')).map((child) => ({ value: low.expression(child) }));
  return callOf(low.expression(low.field(n, 'function')), args, span);
}

/** A call; methods that only hand a value on, or wrap it, are omitted. */
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
  for (const child of low.named(body)) {
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

const wrappers = new Set(['Some', 'Ok', 'Err']);
const boxes = new Set(['Box', 'Arc', 'Rc', 'RefCell', 'Cell', 'Mutex', 'RwLock', 'Cow']);
const transparent = new Set(
  `clone to_string to_owned as_str as_ref as_mut into unwrap expect borrow borrow_mut deref to_str cloned copied iter iter_mut into_iter ok
  unwrap_or_default as_deref as_bytes to_vec into_string as_slice lock unwrap_unchecked by_ref to_string_lossy into_owned as_os_str`.split(
    /\s+/,
  ),
);
