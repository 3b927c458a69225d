import type { ClassIr, Expr, FunctionIr, Parameter, Stmt } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { defaultLocal, packageName } from './imports.ts';
import type { GoLowering } from './lowering.ts';
import { settledText } from './settled-fields.ts';

/** Imports, types with their methods, and functions: what is at the top of a file, in an order that serves all the rest. */
export function lowerFile(go: GoLowering): Stmt[] {
  const top = go.named(0);
  const of = (kind: string) => top.filter((node) => go.kind(node) === kind);
  const body: Stmt[] = [];
  for (const node of of('import_declaration')) lowerImports(go, node, body);
  for (const node of top) declareTop(go, node);
  lowerTypes(go, top, body);
  for (const node of of('const_declaration')) go.statement(node, body);
  for (const node of of('var_declaration')) go.statement(node, body);
  for (const node of of('function_declaration')) {
    const fn = lowerFunction(go, node, undefined);
    body.push({ k: 'function', fn, ...go.span(node) });
  }
  return body;
}

function lowerImports(go: GoLowering, n: number, into: Stmt[]): void {
  const list = go.childOfKind(n, 'import_spec_list');
  for (const spec of isNone(list) ? go.named(n) : go.named(list)) {
    if (go.kind(spec) !== 'import_spec') continue;
    const path = go.slice(go.field(spec, 'path')).slice(1, -1);
    const name = go.field(spec, 'name');
    const given = isNone(name) ? defaultLocal(path) : go.slice(name);
    const module = packageName(path);
    const isBound = given !== '_' && given !== '.';
    // Names of a package that is imported with a dot stand without it; of several such packages the first counts.
    const isOpen = given === '.' && go.openPackage === undefined;
    const local = isOpen ? `.${module}` : isBound ? given : undefined;
    if (isOpen) go.openPackage = local;
    if (local !== undefined) go.declare(local);
    const bindings = local === undefined ? [] : [{ local, path: [module] }];
    into.push({ k: 'import', module: path, bindings, ...go.span(spec) });
  }
}

/** Every name of the file is known before the first body is lowered. */
function declareTop(go: GoLowering, n: number): void {
  const kind = go.kind(n);
  if (kind === 'function_declaration') go.declare(go.slice(go.field(n, 'name')));
  else if (kind === 'type_declaration')
    for (const spec of go.named(n)) go.declare(go.slice(go.field(spec, 'name')));
  else if (kind === 'const_declaration' || kind === 'var_declaration')
    for (const spec of specsOf(go, n))
      for (const name of go.fieldAll(spec, 'name')) go.declare(go.slice(name));
  else if (kind === 'method_declaration') {
    const type = receiverType(go, n);
    if (type) go.declare(type);
  }
}

export function specsOf(go: GoLowering, n: number): number[] {
  return go.named(n).flatMap((child) => (go.kind(child) === 'var_spec_list' ? go.named(child) : [child]));
}

/** A type is a class of its fields and of all methods that the file gives it. */
function lowerTypes(go: GoLowering, top: readonly number[], into: Stmt[]): void {
  const classes = new Map<string, ClassIr>();
  for (const node of top)
    if (go.kind(node) === 'type_declaration')
      for (const spec of go.named(node)) {
        const definition = lowerType(go, spec);
        if (definition) classes.set(definition.name, definition);
      }
  const methods: Array<{ node: number; owner: ClassIr }> = [];
  for (const node of top) {
    if (go.kind(node) !== 'method_declaration') continue;
    const type = receiverType(go, node);
    if (type === undefined) continue;
    let owner = classes.get(type);
    if (!owner) {
      owner = go.emptyClassIr(node, type);
      classes.set(type, owner);
    }
    methods.push({ node, owner });
  }
  for (const { node, owner } of methods) owner.methods.push(lowerFunction(go, node, owner.name));
  // What is a field of an interface may be written above the interface.
  const ordered = [...classes.values()].sort(
    (a, b) => Number(b.asks !== undefined) - Number(a.asks !== undefined),
  );
  for (const definition of ordered)
    into.push({ k: 'class', definition, start: definition.start, end: definition.end });
}

export function lowerType(go: GoLowering, spec: number): ClassIr | undefined {
  const nameNode = go.field(spec, 'name');
  const type = go.field(spec, 'type');
  if (isNone(nameNode) || isNone(type)) return undefined;
  const definition = go.emptyClassIr(spec, go.slice(nameNode));
  if (go.kind(type) === 'struct_type') {
    const list = go.childOfKind(type, 'field_declaration_list');
    for (const field of go.named(list)) lowerField(go, field, definition);
    return definition;
  }
  if (go.kind(type) === 'interface_type') definition.asks = methodsAsked(go, type);
  if (!/^(?:interface|func|chan)\b/.test(go.slice(type))) definition.standsFor = go.slice(type);
  // A name for another type behaves as that type: `type handler http.HandlerFunc`.
  if (go.kind(type) === 'qualified_type') definition.bases.push(go.expression(type));
  return definition;
}

/** The methods that an interface lists; those of the interfaces in it are not known here. */
function methodsAsked(go: GoLowering, type: number): string[] {
  return go.named(type).flatMap((part) => {
    const name =
      go.kind(part) === 'method_elem' || go.kind(part) === 'method_spec' ? go.field(part, 'name') : noNode;
    return isNone(name) ? [] : [go.slice(name)];
  });
}

function lowerField(go: GoLowering, n: number, definition: ClassIr): void {
  const typeNode = go.field(n, 'type');
  if (isNone(typeNode)) return;
  const names = go.fieldAll(n, 'name');
  const type = go.type(typeNode);
  if (names.length === 0) {
    if (type) definition.bases.push(type);
    return;
  }
  const value = fromTag(go, n, typeNode);
  const written = go.slice(typeNode);
  for (const name of names) {
    const settled = value ? undefined : settledText(go, definition.name, name, typeNode);
    definition.fields.push({
      name: go.slice(name),
      value: value ?? settled,
      type,
      span: go.span(n),
      written,
      decorators: checksIn(go, n),
      ...(settled && { isSettled: true }),
    });
  }
}

/** What a tag says that a text is filled with: a column of a table is read as the name of its tag, of which rules know more. */
function fromTag(go: GoLowering, n: number, typeNode: number): Expr | undefined {
  const tag = go.field(n, 'tag');
  const key = isNone(tag) ? undefined : columnTag.exec(go.slice(tag))?.[1];
  if (key === undefined || !/^\*?(?:string|sql\.NullString)$/.test(go.slice(typeNode))) return undefined;
  const span = go.span(n);
  return { k: 'member', object: { k: 'name', name: tagName, ...span }, property: key, ...span };
}

/** What a tag asks of the value: `binding:"required,uuid"`, as the annotation that it would be elsewhere. */
function checksIn(go: GoLowering, n: number): Expr[] {
  const tag = go.field(n, 'tag');
  if (isNone(tag)) return [];
  const span = go.span(tag);
  return Array.from(go.slice(tag).matchAll(checkTag), ([, name, rules]): Expr => {
    const value: Expr = { k: 'const', value: rules!, ...span };
    return {
      k: 'call',
      callee: { k: 'name', name: name!, ...span },
      args: [{ value }],
      isNew: false,
      ...span,
    };
  });
}

const checkTag = /(?<![\w])(binding|validate):\\?"([^"\\]{0,300})/g;

/** Stands for what fills the fields of a struct. */
const tagName = '<tag>';
const columnTag =
  /[`"\s](db|xorm|gorm|bun|pg|sql|boil|meddler|storm|bson|datastore|dynamodbav):\\?"(?!-[\\"])/;

/** The type that a method belongs to, without pointer and type parameters. */
function receiverType(go: GoLowering, n: number): string | undefined {
  const parameter = go.firstNamed(go.field(n, 'receiver'));
  if (isNone(parameter)) return undefined;
  const type = go.field(parameter, 'type');
  return isNone(type)
    ? undefined
    : go
        .slice(type)
        .replace(/^[*(\s]+/, '')
        .replace(/[[)\s][\s\S]*$/, '');
}

/** A function or method; a method names its object first. */
export function lowerFunction(go: GoLowering, n: number, className: string | undefined): FunctionIr {
  const nameNode = go.field(n, 'name');
  const name = isNone(nameNode) ? '' : go.slice(nameNode);
  const details = {
    name,
    decorators: [],
    className,
    isStatic: false,
    ownsThis: isNode(nameNode),
    exported: /^[A-Z]/.test(name),
  };
  const fn = go.functionIr(n, nameNode, details, () => {
    const parameters: Parameter[] = [];
    if (className !== undefined) parameters.push(receiver(go, n));
    parameters.push(...lowerParameters(go, go.field(n, 'parameters')));
    const results = namedResults(go, go.field(n, 'result'));
    const body: Stmt[] = results.map((result) => {
      const value: Expr = { k: 'const', value: null, ...go.span(n) };
      const target = { k: 'name' as const, name: result, ...go.span(n) };
      return { k: 'expr', value: { k: 'assign', target, value, ...go.span(n) }, ...go.span(n) };
    });
    body.push(...go.withResults(results, () => go.block(go.bodyOf(go.field(n, 'body')))));
    return { parameters, body };
  });
  const result = go.field(n, 'result');
  const first = go.kind(result) === 'parameter_list' ? go.field(go.firstNamed(result), 'type') : result;
  if (isNode(first)) fn.gives = go.slice(first);
  return fn;
}

function receiver(go: GoLowering, n: number): Parameter {
  const parameter = go.firstNamed(go.field(n, 'receiver'));
  const nameNode = go.field(parameter, 'name');
  const name = isNone(nameNode) ? '_' : go.slice(nameNode);
  go.declare(name);
  const span = go.span(isNone(parameter) ? n : parameter);
  return {
    target: { k: 'name', name, ...span },
    name,
    kind: 'plain',
    otherwise: undefined,
    type: undefined,
    decorators: [],
  };
}

function isAnything(go: GoLowering, typeNode: number): boolean {
  return isNode(typeNode) && /^(?:any|interface\s*\{\s*\})$/.test(go.slice(typeNode));
}

function lowerParameters(go: GoLowering, list: number): Parameter[] {
  const found: Parameter[] = [];
  for (const child of go.named(list)) {
    const typeNode = go.field(child, 'type');
    const isRest = go.kind(child) === 'variadic_parameter_declaration';
    const names = go.fieldAll(child, 'name');
    // Whatever is decoded into is mostly given as anything.
    const isPointer = go.kind(typeNode) === 'pointer_type' || (!isRest && isAnything(go, typeNode));
    for (const nameNode of names.length ? names : [noNode]) {
      const name = isNone(nameNode) ? '_' : go.slice(nameNode);
      if (name !== '_') go.declare(name);
      const parameter: Parameter = {
        target: { k: 'name', name, ...go.span(isNone(nameNode) ? child : nameNode) },
        name,
        kind: isRest ? 'rest' : 'plain',
        otherwise: undefined,
        type: isNone(typeNode) || isRest ? undefined : go.type(typeNode),
        decorators: [],
      };
      if (isPointer) parameter.reference = true;
      if (isNode(typeNode) && !isRest) parameter.written = go.slice(typeNode);
      found.push(parameter);
    }
  }
  return found;
}

function namedResults(go: GoLowering, result: number): string[] {
  if (go.kind(result) !== 'parameter_list') return [];
  const names = go.named(result).flatMap((child) => go.fieldAll(child, 'name').map((name) => go.slice(name)));
  for (const name of names) if (name !== '_') go.declare(name);
  return names;
}
