import type { Argument, Expr, Span } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { lowerClass } from './classes.ts';
import { lowerCases } from './functions.ts';
import type { ScalaLowering } from './lowering.ts';
import { sharedName, transparent } from './names.ts';
import { lowerArgument } from './placeholders.ts';
import { valued } from './tails.ts';

/** `f(x)(y) { … }` is one call with all arguments. */
export function lowerCall(scala: ScalaLowering, n: number): Expr {
  const span = scala.span(n);
  const lists: number[] = [];
  let called = n;
  while (scala.kind(called) === 'call_expression') {
    lists.unshift(scala.field(called, 'arguments'));
    called = scala.field(called, 'function');
  }
  if (scala.kind(called) === 'generic_function') called = scala.field(called, 'function');
  if (isNone(called)) return scala.nothing(span);
  const args = lists.flatMap((list) => lowerArguments(scala, list));
  const kind = scala.kind(called);
  if (kind === 'identifier') return namedCall(scala, scala.slice(called), args, scala.span(called), span);
  if (kind === 'instance_expression')
    return { k: 'call', callee: scala.expression(called), args, isNew: false, ...span };
  if (kind !== 'field_expression') return call(scala.expression(called), args, span);
  const property = scala.slice(scala.field(called, 'field'));
  const object = scala.expression(scala.field(called, 'value'));
  return memberCall(scala, object, property, args, scala.span(called), span);
}

export function call(callee: Expr, args: readonly Argument[], span: Span): Expr {
  return { k: 'call', callee, args: [...args], isNew: false, ...span };
}

/** `f(…)`: a function, an item of a collection, or an object that is made without `new`. */
function namedCall(scala: ScalaLowering, name: string, args: Argument[], at: Span, span: Span): Expr {
  const [first] = args;
  if (wrappers.has(name) && first && args.length === 1) return first.value;
  const literal = collectionLiteral(name, args, span);
  if (literal) return literal;
  if (first && args.length === 1 && scala.takesItem(name))
    return { k: 'index', object: { k: 'name', name, ...at }, index: first.value, ...span };
  if (/^[A-Z]/.test(name)) return scala.construction(scala.type(name, at), args, span);
  return call(scala.calledReference(name, at), args, span);
}

function memberCall(
  scala: ScalaLowering,
  object: Expr,
  property: string,
  args: readonly Argument[],
  at: Span,
  span: Span,
): Expr {
  const [first, ...rest] = args;
  const callee = (name: string, of: Expr = object): Expr => ({
    k: 'member',
    object: of,
    property: name,
    ...at,
  });
  if (property === 'getOrElse' && first && args.length === 1)
    return { k: 'cond', test: scala.nothing(span), yes: object, otherwise: first.value, ...span };
  if (property === 'getOrElse' && first && rest[0])
    return {
      k: 'cond',
      test: scala.nothing(span),
      yes: call(callee('get'), [first], span),
      otherwise: rest[0].value,
      ...span,
    };
  if (transparent.has(property) && args.length === 0) return object;
  if (property === 'mkString')
    return call(callee('joinItems'), args.length === 3 ? args.slice(1, 2) : args.slice(0, 1), span);
  if ((property === 'equals' || property === 'eq') && first)
    return scala.binary('==', object, first.value, span);
  if (property === 'concat' && first) return scala.binary('+', object, first.value, span);
  if (property === 'apply' && object.k === 'name') {
    const literal = collectionLiteral(object.name, args, span);
    if (literal) return literal;
  }
  if (property === 'format' && object.k === 'name' && object.name === 'String' && first)
    return call(callee('format', first.value), rest, span);
  const shared = object.k === 'name' ? scala.collection(object.name, property, args, span) : undefined;
  return shared ?? call(callee(sharedName(property)), args, span);
}

/** The arguments of a list in parentheses, or the one that stands in braces. */
export function lowerArguments(scala: ScalaLowering, n: number): Argument[] {
  if (isNone(n)) return [];
  const kind = scala.kind(n);
  if (kind === 'case_block') return [{ value: lowerCases(scala, n) }];
  if (kind === 'block') {
    const [only, ...others] = scala.named(n);
    if (only === undefined) return [];
    if (others.length === 0) return [{ value: lowerArgument(scala, only) }];
    return [{ value: valued(scala, n) }];
  }
  return scala.named(n).map((child): Argument => {
    if (scala.kind(child) === 'assignment_expression') {
      const name = scala.field(child, 'left');
      if (scala.kind(name) === 'identifier')
        return { name: scala.slice(name), value: lowerArgument(scala, scala.field(child, 'right')) };
    }
    if (scala.kind(child) === 'ascription_expression' && scala.slice(child).endsWith('_*'))
      return { value: scala.expression(scala.firstNamed(child)), spread: 'list' };
    return { value: lowerArgument(scala, child) };
  });
}

/** `f[T]` without arguments: a cast, or a call that takes none. */
export function lowerGenericValue(scala: ScalaLowering, n: number): Expr {
  const inner = scala.field(n, 'function');
  if (isNone(inner)) return scala.unknown(n);
  if (scala.kind(inner) !== 'field_expression') return scala.expression(inner);
  const property = scala.slice(scala.field(inner, 'field'));
  const object = scala.expression(scala.field(inner, 'value'));
  if (property === 'asInstanceOf') return object;
  return call({ k: 'member', object, property, ...scala.span(inner) }, [], scala.span(n));
}

/** `new Type(…)`, also of a class that is written out behind it. */
export function lowerNew(scala: ScalaLowering, n: number): Expr {
  const span = scala.span(n);
  const args = scala.fieldAll(n, 'arguments').flatMap((list) => lowerArguments(scala, list));
  if (isNode(scala.childOfKind(n, 'template_body'))) {
    const definition = lowerClass(scala, n, [], true);
    return { k: 'call', callee: { k: 'class', definition, ...span }, args, isNew: true, ...span };
  }
  const type = scala.named(n).find((child) => /type|identifier/.test(scala.kind(child))) ?? noNode;
  return scala.construction(scala.typeAt(type) ?? scala.nothing(span), args, span);
}

export function lowerAnnotation(scala: ScalaLowering, n: number): Expr {
  const callee = scala.typeAt(scala.field(n, 'name')) ?? scala.nothing(scala.span(n));
  const lists = scala.fieldAll(n, 'arguments');
  if (lists.length === 0) return callee;
  return call(
    callee,
    lists.flatMap((list) => lowerArguments(scala, list)),
    scala.span(n),
  );
}

/** `Seq(…)`, `Map("a" -> x)` and their like. */
function collectionLiteral(name: string, args: readonly Argument[], span: Span): Expr | undefined {
  if (lists.has(name))
    return {
      k: 'list',
      items: args.map(({ value, spread }) => ({ value, spread: spread !== undefined })),
      isSet: false,
      ...span,
    };
  if (!maps.has(name)) return undefined;
  const entries = args.flatMap(({ value }) => {
    const [key, item] = value.k === 'list' ? value.items : [];
    return key && item ? [{ key: key.value, value: item.value }] : [];
  });
  return entries.length === args.length ? { k: 'map', entries, ...span } : undefined;
}

/** What only says that there is a value, or that it comes later. */
const wrappers = new Set([
  'Some',
  'Option',
  'Right',
  'Left',
  'Success',
  'Future',
  'Try',
  'Eval',
  'IO',
  'Task',
  'blocking',
  'identity',
]);
const lists = new Set([
  'Seq',
  'List',
  'Array',
  'Set',
  'Vector',
  'IndexedSeq',
  'ListBuffer',
  'ArrayBuffer',
  'Iterator',
  'LazyList',
]);
const maps = new Set(['Map', 'HashMap', 'ListMap', 'TreeMap']);
