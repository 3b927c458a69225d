import type { Expr, MapEntry, Span } from '../../ir/ir.ts';
import { literalItems } from '../shared/plain-nodes.ts';
import { saidType } from '../shared/said-type.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { CsharpLowering } from './lowering.ts';

/** `new T(…) { A = x }`: what an initialiser sets is given by name, as named arguments are. */
export function lowerCreation(csharp: CsharpLowering, n: number, type: Expr): Expr {
  const args = csharp.arguments(partOf(csharp, n, 'arguments', 'argument_list'));
  const initializer = partOf(csharp, n, 'initializer', 'initializer_expression');
  const literal = lowerCollection(csharp, initializer, csharp.span(n));
  if (literal) return literal;
  for (const child of csharp.named(initializer)) {
    if (csharp.kind(child) !== 'assignment_expression') continue;
    const left = csharp.field(child, 'left');
    if (csharp.kind(left) === 'identifier')
      args.push({ name: csharp.slice(left), value: csharp.expression(csharp.field(child, 'right')) });
  }
  return csharp.construction(type, args, csharp.span(n));
}

/** The value of a variable, field or property; `new()` makes an object of the type that is declared. */
export function lowerInitial(csharp: CsharpLowering, value: number, type: number): Expr {
  const isImplicit = csharp.kind(value) === 'implicit_object_creation_expression';
  return isImplicit && isNode(type)
    ? saidType(lowerCreation(csharp, value, csharp.declaredType(type)), csharp.writtenType(type))
    : csharp.expression(value);
}

/** The grammar names the parts of `new T() { … }`, not those of `new() { … }`. */
function partOf(csharp: CsharpLowering, n: number, field: string, kind: string): number {
  const named = csharp.field(n, field);
  return isNone(named) ? csharp.childOfKind(n, kind) : named;
}

/** `new List<T> { a, b }` and `new Dictionary<K, V> { ["a"] = x }` are literals; undefined for anything else. */
function lowerCollection(csharp: CsharpLowering, initializer: number, span: Span): Expr | undefined {
  if (isNone(initializer)) return undefined;
  const elements = literalItems(csharp, csharp.named(initializer));
  if (elements.length === 0) return undefined;
  const pairs = elements.map((element) => pairOf(csharp, element));
  if (pairs.every((pair) => pair !== undefined)) return { k: 'map', entries: pairs, ...span };
  if (elements.some((element) => csharp.kind(element) === 'assignment_expression')) return undefined;
  const items = elements.map((element) => ({ value: csharp.expression(element), spread: false }));
  return { k: 'list', items, isSet: false, ...span };
}

/** `["a"] = x` or `{ "a", x }`. */
function pairOf(csharp: CsharpLowering, element: number): { key: Expr; value: Expr } | undefined {
  if (csharp.kind(element) === 'initializer_expression') {
    const [key, value, ...rest] = csharp.named(element);
    if (key === undefined || value === undefined || rest.length) return undefined;
    return { key: csharp.expression(key), value: csharp.expression(value) };
  }
  if (csharp.kind(element) !== 'assignment_expression') return undefined;
  const left = csharp.field(element, 'left');
  const kind = csharp.kind(left);
  if (kind !== 'implicit_element_access' && kind !== 'element_binding_expression') return undefined;
  const argument = csharp
    .named(left)
    .flatMap((child) => (csharp.kind(child) === 'argument' ? [child] : csharp.named(child)))[0];
  if (argument === undefined) return undefined;
  const key = csharp.kind(argument) === 'argument' ? csharp.firstNamed(argument) : argument;
  return { key: csharp.expression(key), value: csharp.expression(csharp.field(element, 'right')) };
}

/** `new { A = x, y.B, c }`: a field without a name has that of what it is. */
export function lowerAnonymous(csharp: CsharpLowering, n: number): Expr {
  const entries: MapEntry[] = [];
  const { skip, named } = csharp.tree;
  let name: number | undefined;
  for (let child = n + 1; child < skip[n]!; child = skip[child]!) {
    if (!named[child]) continue;
    if (csharp.kind(skip[child]!) === '=') {
      name = child;
      continue;
    }
    const member = csharp.field(child, 'name');
    const key = csharp.slice(name ?? (isNode(member) ? member : child));
    entries.push({
      key: { k: 'const', value: key, ...csharp.span(child) },
      value: csharp.expression(child),
    });
    name = undefined;
  }
  return { k: 'map', entries, ...csharp.span(n) };
}
