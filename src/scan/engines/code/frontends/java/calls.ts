import type { Argument, Expr, Span, Stmt } from '../../ir/ir.ts';
import { saidType } from '../shared/said-type.ts';
import { isNone } from '../shared/tree-reader.ts';
import { lowerClass } from './classes.ts';
import type { JavaLowering } from './lowering.ts';
import { lastWord } from './names.ts';

/** A call; methods of texts and collections get the form that the interpreter knows them by. */
export function lowerInvocation(java: JavaLowering, n: number): Expr {
  const span = java.span(n);
  const object = java.field(n, 'object');
  const name = java.slice(java.field(n, 'name'));
  const args = java.arguments(java.field(n, 'arguments'));
  if (isNone(object))
    return { k: 'call', callee: java.calledReference(name, span), args, isNew: false, ...span };
  const held = java.expression(object);
  const known = textCall(held, name, args, java, span) ?? collectionCall(held, name, args, java, span);
  if (known) return known;
  const property = name === 'formatted' ? 'format' : name;
  return { k: 'call', callee: { k: 'member', object: held, property, ...span }, args, isNew: false, ...span };
}

function textCall(
  held: Expr,
  name: string,
  args: readonly Argument[],
  java: JavaLowering,
  span: Span,
): Expr | undefined {
  const [first, ...rest] = args;
  if (!first) return undefined;
  if ((name === 'equals' || name === 'equalsIgnoreCase') && rest.length === 0)
    return java.binary('==', held, first.value, span);
  if (name === 'concat' && rest.length === 0) return java.binary('+', held, first.value, span);
  if (held.k !== 'name' || held.name !== 'String') return undefined;
  if (name === 'format') return formatCall(args, span);
  return name === 'join' ? java.joined(args, span) : undefined;
}

function collectionCall(
  held: Expr,
  name: string,
  args: readonly Argument[],
  java: JavaLowering,
  span: Span,
): Expr | undefined {
  // `List.of(array)` is the items of the array, not a list that holds it.
  if (held.k !== 'name' || (args.length === 1 && args[0]!.value.k === 'name')) return undefined;
  return java.collection(held.name, name, args, span);
}

/** `String.format(f, …)` is `f.format(…)`; a locale in front says nothing. */
function formatCall(args: readonly Argument[], span: Span): Expr {
  const from = args.length > 1 && isLocale(args[0]!.value) ? 1 : 0;
  const callee: Expr = { k: 'member', object: args[from]!.value, property: 'format', ...span };
  return { k: 'call', callee, args: args.slice(from + 1), isNew: false, ...span };
}

/** `Locale.US`, `Locale.getDefault()` or a variable that is named like one. */
function isLocale(value: Expr): boolean {
  if (value.k === 'call') return isLocale(value.callee);
  if (value.k === 'name') return /[lL]ocale$/.test(value.name);
  return value.k === 'member' && (/[lL]ocale$/.test(value.property) || isLocale(value.object));
}

export function lowerCreation(java: JavaLowering, n: number): Expr {
  const span = java.span(n);
  const type = java.expression(java.field(n, 'type'));
  const args = java.arguments(java.field(n, 'arguments'));
  const body = java.childOfKind(n, 'class_body');
  if (isNone(body)) {
    const typeNode = java.field(n, 'type');
    const made = java.construction(type, args, span);
    return java.kind(typeNode) === 'generic_type' ? saidType(made, java.writtenType(typeNode)) : made;
  }
  const into: Stmt[] = [];
  const definition = lowerClass(java, n, into, { name: '', bases: [type], body });
  return { k: 'call', callee: { k: 'class', definition, ...span }, args, isNew: true, ...span };
}

/** `this(…)` and `super(…)` in a constructor. */
export function lowerConstructorCall(java: JavaLowering, n: number, into: Stmt[]): void {
  const span = java.span(n);
  const object = java.expression(java.firstNamed(n));
  const callee: Expr = { k: 'member', object, property: '<init>', ...span };
  const args = java.arguments(java.field(n, 'arguments'));
  into.push({ k: 'expr', value: { k: 'call', callee, args, isNew: false, ...span }, ...span });
}

export function lowerAnnotation(java: JavaLowering, n: number): Expr {
  const callee = java.type(lastWord(java.slice(java.field(n, 'name'))), java.span(n));
  const list = java.field(n, 'arguments');
  if (isNone(list)) return callee;
  const args = java.named(list).map((child): Argument => {
    if (java.kind(child) !== 'element_value_pair') return { value: java.expression(child) };
    const value = java.expression(java.field(child, 'value'));
    return { name: java.slice(java.field(child, 'key')), value };
  });
  return { k: 'call', callee, args, isNew: false, ...java.span(n) };
}
