import type { Argument, Expr, Span } from '../../ir/ir.ts';
import { literalItems } from '../shared/plain-nodes.ts';
import { saidType } from '../shared/said-type.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { GoLowering } from './lowering.ts';

export function lowerCall(go: GoLowering, n: number): Expr {
  const span = go.span(n);
  const callee = go.field(n, 'function');
  const list = go.field(n, 'arguments');
  const nodes = go.named(list);
  if (isNone(callee)) return go.unknown(n);
  const kind = go.kind(callee);
  if (kind === 'identifier') {
    const name = go.slice(callee);
    if (!go.isDeclared(name)) {
      const built = builtin(go, name, nodes, span);
      if (built) return built;
    }
  }
  if (kind === 'selector_expression') {
    const known = library(go, callee, nodes, span);
    if (known) return known;
  }
  return { k: 'call', callee: calleeOf(go, callee), args: lowerArguments(go, nodes), isNew: false, ...span };
}

/** A function that nothing in the file declares stands in another file of the package. */
function calleeOf(go: GoLowering, n: number): Expr {
  if (go.kind(n) === 'parenthesized_expression') return calleeOf(go, go.firstNamed(n));
  if (go.kind(n) === 'identifier') return go.elsewhere(go.slice(n), go.span(n));
  if (go.kind(n) === 'type_instantiation_expression' || go.kind(n) === 'index_expression') {
    const [inner = noNode, argument = noNode] = go.named(n);
    const isFunction = go.kind(inner) === 'identifier' && go.isDeclared(go.slice(inner));
    if (isFunction && mayBeType(go, argument)) return go.expression(inner);
  }
  return go.expression(n);
}

/** Between brackets: the type that a function is called for, not a key. */
function mayBeType(go: GoLowering, n: number): boolean {
  const kind = go.kind(n);
  const first = kind === 'selector_expression' ? go.field(n, 'operand') : n;
  if (kind.endsWith('_literal') || kind === 'call_expression' || kind === 'binary_expression') return false;
  return go.kind(first) !== 'identifier' || !go.isLocal(go.slice(first));
}

/** `T(x)` is `x`. With brackets and one argument a call looks the same: `decode[Input](r)` and `handlers[name](r)`. */
export function lowerConversion(go: GoLowering, n: number): Expr {
  const operand = go.field(n, 'operand');
  const type = go.field(n, 'type');
  if (isNone(type) || go.kind(type) !== 'generic_type') return go.expression(operand);
  const span = go.span(n);
  const callee = calledWithBrackets(go, type) ?? go.type(type) ?? go.missing();
  return { k: 'call', callee, args: [{ value: go.expression(operand) }], isNew: false, ...span };
}

/** What a key chooses among functions; undefined where a type is between the brackets. */
function calledWithBrackets(go: GoLowering, type: number): Expr | undefined {
  const list = go.childOfKind(type, 'type_arguments');
  const [key = noNode, more] = isNone(list) ? [] : go.named(list).map((item) => go.firstNamed(item));
  if (isNone(key) || more !== undefined) return undefined;
  const names = go.kind(key) === 'qualified_type' ? go.named(key) : [key];
  const [first, ...members] = names.map((name) => go.slice(name));
  if (first === undefined || !go.isLocal(first)) return undefined;
  const span = go.span(key);
  let index: Expr = { k: 'name', name: first, ...span };
  for (const property of members) index = { k: 'member', object: index, property, ...span };
  const object = go.type(type) ?? go.missing();
  return { k: 'index', object, index, ...go.span(type) };
}

function lowerArguments(go: GoLowering, nodes: readonly number[]): Argument[] {
  return nodes.map((node) =>
    go.kind(node) === 'variadic_argument'
      ? { value: go.expression(go.firstNamed(node)), spread: 'list' as const }
      : { value: go.expression(node), ...(isAddress(go, node) && { address: true }) },
  );
}

/** `&options`. */
function isAddress(go: GoLowering, node: number): boolean {
  return go.kind(node) === 'unary_expression' && go.slice(node).startsWith('&');
}

/** Predeclared functions whose result is one of the forms that the analysis knows. */
function builtin(go: GoLowering, name: string, nodes: readonly number[], span: Span): Expr | undefined {
  const [first = noNode] = nodes;
  switch (name) {
    case 'append': {
      const items = nodes.map((node, i) => {
        const isSpread = i === 0 || go.kind(node) === 'variadic_argument';
        const inner = go.kind(node) === 'variadic_argument' ? go.firstNamed(node) : node;
        return { value: go.expression(inner), spread: isSpread };
      });
      return { k: 'list', items, isSet: false, ...span };
    }
    case 'make':
      if (isNone(first)) return undefined;
      return saidType(
        go.kind(first) === 'map_type'
          ? { k: 'map', entries: [], ...span }
          : { k: 'list', items: [], isSet: false, ...span },
        go.slice(first),
      );
    case 'new':
      if (isNone(first)) return undefined;
      return isType(go.kind(first))
        ? { k: 'call', callee: go.expression(first), args: [], isNew: true, ...span }
        : go.expression(first);
    case 'string':
    case 'rune':
    case 'byte':
      return isNone(first) ? undefined : go.expression(first);
    case 'len':
    case 'cap':
      return {
        k: 'binary',
        op: '-',
        left: isNone(first) ? go.missing() : go.expression(first),
        right: { k: 'const', value: 0, ...span },
        ...span,
      };
    default:
      return undefined;
  }
}

/** What `new` is given may be a value as well, of which it makes a copy. */
function isType(kind: string): boolean {
  return kind === 'type_identifier' || kind.endsWith('_type');
}

/** Calls of the standard library that are forms of their own: formatting, joining, membership. */
function library(go: GoLowering, callee: number, nodes: readonly number[], span: Span): Expr | undefined {
  const operand = go.field(callee, 'operand');
  if (go.kind(operand) !== 'identifier') return undefined;
  const name = `${go.slice(operand)}.${go.slice(go.field(callee, 'field'))}`;
  const [first = noNode, second = noNode] = nodes;
  const method = (object: number, property: string, args: readonly number[]): Expr => ({
    k: 'call',
    callee: { k: 'member', object: go.expression(object), property, ...span },
    args: lowerArguments(go, args),
    isNew: false,
    ...span,
  });
  switch (name) {
    case 'fmt.Sprintf':
    case 'fmt.Errorf':
      return isNone(first) || isNone(second) ? undefined : formatted(go, nodes, span);
    case 'fmt.Sprint':
    case 'fmt.Sprintln':
      return { k: 'template', parts: nodes.map((node) => go.expression(node)), ...span };
    case 'fmt.Fprintf':
    case 'fmt.Fprint':
    case 'fmt.Fprintln': {
      // Written into a buffer of the function itself, it is text that the buffer holds.
      if (go.kind(first) !== 'unary_expression' || isNone(second)) return undefined;
      const text: Expr =
        name === 'fmt.Fprintf'
          ? formatted(go, nodes.slice(1), span)
          : { k: 'template', parts: nodes.slice(1).map((node) => go.expression(node)), ...span };
      const append: Expr = { k: 'member', object: go.expression(first), property: 'WriteString', ...span };
      return { k: 'call', callee: append, args: [{ value: text }], isNew: false, ...span };
    }
    case 'strings.Join':
      return isNone(first) || isNone(second) ? undefined : method(first, 'joinItems', [second]);
    case 'strings.Replace':
    case 'strings.ReplaceAll':
      return nodes.length < 3 ? undefined : method(first, 'replace', nodes.slice(1, 3));
    case 'strings.Split':
      return isNone(first) ? undefined : method(first, 'split', nodes.slice(1));
    case 'slices.Contains':
      return membership(go, second, first, span);
    case 'strings.Contains':
    case 'strings.ContainsRune':
      return membership(go, second, first, span);
    case 'strings.ContainsAny':
      return anyOf(membership(go, second, first, span));
    default:
      return undefined;
  }
}

function membership(go: GoLowering, item: number, all: number, span: Span): Expr | undefined {
  if (isNone(item) || isNone(all)) return undefined;
  return { k: 'binary', op: 'in', left: go.expression(item), right: go.expression(all), ...span };
}

/** `ContainsAny(x, "/:")` asks for each of the characters. */
function anyOf(asked: Expr | undefined): Expr | undefined {
  const text = asked?.k === 'binary' && asked.left.k === 'const' ? asked.left : undefined;
  if (asked?.k !== 'binary' || typeof text?.value !== 'string' || text.value.length > maxCharacters)
    return asked;
  const { start, end } = text;
  const items = [...text.value].map((value) => ({
    value: { k: 'const', value, start, end } as const,
    spread: false,
  }));
  return { ...asked, left: { k: 'list', items, isSet: false, start, end } };
}

const maxCharacters = 200;

function formatted(go: GoLowering, nodes: readonly number[], span: Span): Expr {
  const [format = noNode, ...values] = nodes;
  return {
    k: 'call',
    callee: { k: 'member', object: go.expression(format), property: 'format', ...span },
    args: lowerArguments(go, values),
    isNew: false,
    ...span,
  };
}

/** `T{a: x}`, `[]T{x}`, `map[K]V{k: x}`. */
export function lowerComposite(go: GoLowering, n: number): Expr {
  const type = go.field(n, 'type');
  const value = literalValue(go, type, go.field(n, 'body'), go.span(n));
  return value.k === 'call' || isNone(type) ? value : saidType(value, go.slice(type));
}

function literalValue(go: GoLowering, typeNode: number, body: number, span: Span): Expr {
  const kind = isNone(typeNode) ? '' : go.kind(typeNode);
  const elements = isNone(body) ? [] : literalItems(go, go.named(body));
  const isKeyed = elements.some((element) => go.kind(element) === 'keyed_element');
  if (kind === 'map_type' || (isKeyed && (kind === '' || kind === 'struct_type')))
    return {
      k: 'map',
      entries: elements.map((element) => ({
        key: keyOf(go, element, kind === 'map_type'),
        value: elementOf(go, element, kind === 'map_type' ? go.field(typeNode, 'value') : noNode),
      })),
      ...span,
    };
  if (
    kind === '' ||
    kind === 'slice_type' ||
    kind === 'array_type' ||
    kind === 'implicit_length_array_type'
  ) {
    const inner = kind === '' ? noNode : go.field(typeNode, 'element');
    const items = elements.map((element) => ({ value: elementOf(go, element, inner), spread: false }));
    return { k: 'list', items, isSet: false, ...span };
  }
  const args: Argument[] = elements.flatMap((element) => {
    const value = elementOf(go, element, noNode);
    if (go.kind(element) !== 'keyed_element') return [{ value }];
    const named = { name: go.slice(go.field(element, 'key')).replace(/^"|"$/g, ''), value };
    // A key that is computed belongs to a map type with a name of its own.
    const key = keyOf(go, element, false);
    return key.k === 'const' ? [named] : [{ value: key }, named];
  });
  const type = go.type(typeNode) ?? { k: 'unknown' as const, parts: [], ...span };
  return { k: 'call', callee: type, args, isNew: true, ...span };
}

function keyOf(go: GoLowering, element: number, isMap: boolean): Expr {
  const key = go.field(element, 'key');
  if (isNone(key)) return go.missing();
  const inner = go.firstNamed(key);
  if (!isMap && go.kind(inner) === 'identifier')
    return { k: 'const', value: go.slice(inner), ...go.span(key) };
  return go.expression(isNone(inner) ? key : inner);
}

/** An element may leave out its type, which is that of the collection. */
function elementOf(go: GoLowering, element: number, typeNode: number): Expr {
  const node = go.kind(element) === 'keyed_element' ? go.field(element, 'value') : element;
  if (isNone(node)) return go.missing();
  const inner = go.kind(node) === 'literal_element' ? go.firstNamed(node) : node;
  if (go.kind(inner) === 'literal_value') return literalValue(go, typeNode, inner, go.span(inner));
  return go.expression(inner);
}
