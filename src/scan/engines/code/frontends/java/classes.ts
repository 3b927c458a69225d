import type { ClassIr, Expr, Stmt } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { lowerInitializer, lowerMethod } from './functions.ts';
import type { JavaLowering } from './lowering.ts';

interface Anonymous {
  name: string;
  bases: Expr[];
  body: number;
}

/** Classes, interfaces, enums and records; those inside another come before it, since they are types of their own. */
export function lowerClass(java: JavaLowering, n: number, into: Stmt[], anonymous?: Anonymous): ClassIr {
  const nameNode = anonymous ? noNode : java.field(n, 'name');
  const name = anonymous?.name ?? (isNone(nameNode) ? '' : java.slice(nameNode));
  if (name) java.declareType(name);
  const definition: ClassIr = {
    name,
    bases: anonymous?.bases ?? bases(java, n),
    methods: [],
    fields: [],
    decorators: anonymous ? [] : java.annotations(n),
    body: [],
    heading: isNone(nameNode) ? java.span(n) : java.span(nameNode),
    ...(!anonymous && java.kind(n) === 'enum_declaration' && { isClosed: true }),
    ...java.span(n),
  };
  const members = anonymous ? java.named(anonymous.body) : membersOf(java, java.field(n, 'body'));
  const components = java.kind(n) === 'record_declaration' ? java.field(n, 'parameters') : noNode;
  const nested: Stmt[] = [];
  java.inClass({ name, ...namesOf(java, members, components) }, () => {
    for (const component of java.named(components)) {
      const type = java.field(component, 'type');
      definition.fields.push({
        name: java.slice(java.field(component, 'name')),
        value: undefined,
        type: isNone(type) ? undefined : java.expression(type),
        span: java.span(component),
        written: java.writtenType(type),
        decorators: java.annotations(component),
      });
    }
    for (const member of members) lowerMember(java, member, definition, nested);
    if (isNode(components)) addAccessors(java, components, definition);
  });
  into.push(...nested);
  if (!anonymous) into.push({ k: 'class', definition, ...java.span(n) });
  return definition;
}

/** A record gives each component by a method of its name, unless it writes that method itself. */
function addAccessors(java: JavaLowering, components: number, definition: ClassIr): void {
  for (const component of java.named(components)) {
    const heading = java.field(component, 'name');
    const name = isNone(heading) ? '' : java.slice(heading);
    if (definition.methods.some((method) => method.name === name)) continue;
    const span = java.span(component);
    const details = { name, decorators: [], className: definition.name, isStatic: false, ownsThis: true };
    const value: Expr = {
      k: 'member',
      object: { k: 'name', name: 'this', ...span },
      property: name,
      ...span,
    };
    const accessor = java.functionIr(component, heading, { ...details, exported: true }, () => ({
      parameters: [],
      body: [{ k: 'return', value, ...span }],
    }));
    definition.methods.push(accessor);
  }
}

function membersOf(java: JavaLowering, body: number): number[] {
  if (isNone(body)) return [];
  return java
    .named(body)
    .flatMap((child) => (java.kind(child) === 'enum_body_declarations' ? java.named(child) : [child]));
}

function namesOf(java: JavaLowering, members: readonly number[], components: number) {
  const fields = new Set<string>();
  const methods = new Set<string>();
  for (const component of java.named(components)) fields.add(java.slice(java.field(component, 'name')));
  for (const member of members) {
    const kind = java.kind(member);
    if (kind === 'method_declaration') methods.add(java.slice(java.field(member, 'name')));
    else if (kind === 'field_declaration' || kind === 'constant_declaration')
      for (const declarator of java.fieldAll(member, 'declarator'))
        fields.add(java.slice(java.field(declarator, 'name')));
    else if (kind.endsWith('_declaration')) {
      const name = java.field(member, 'name');
      if (isNode(name)) java.declareType(java.slice(name));
    }
  }
  return { fields, methods };
}

function bases(java: JavaLowering, n: number): Expr[] {
  const found: Expr[] = [];
  for (const clause of [
    java.field(n, 'superclass'),
    java.field(n, 'interfaces'),
    java.childOfKind(n, 'extends_interfaces'),
  ]) {
    if (isNone(clause)) continue;
    for (const child of java.named(clause)) {
      const types = java.kind(child) === 'type_list' ? java.named(child) : [child];
      for (const type of types) found.push(java.expression(type));
    }
  }
  return found;
}

function lowerMember(java: JavaLowering, n: number, definition: ClassIr, nested: Stmt[]): void {
  switch (java.kind(n)) {
    case 'method_declaration':
      definition.methods.push(lowerMethod(java, n, java.slice(java.field(n, 'name'))));
      return;
    case 'constructor_declaration':
    case 'compact_constructor_declaration':
      definition.methods.push(lowerMethod(java, n, '<init>'));
      return;
    case 'field_declaration':
    case 'constant_declaration':
      fields(java, n, definition);
      return;
    case 'class_declaration':
    case 'interface_declaration':
    case 'enum_declaration':
    case 'record_declaration':
      lowerClass(java, n, nested);
      return;
    case 'static_initializer':
      definition.methods.unshift(lowerInitializer(java, n, java.firstNamed(n)));
      return;
    case 'block':
      definition.methods.unshift(lowerInitializer(java, n, n));
      return;
  }
}

function fields(java: JavaLowering, n: number, definition: ClassIr): void {
  const type = java.field(n, 'type');
  const decorators = java.annotations(n);
  const bound = decorators
    .map((each) => (each.k === 'call' ? each.callee : each))
    .find((each) => each.k === 'name' && boundBy.test(each.name));
  for (const declarator of java.fieldAll(n, 'declarator')) {
    const value = java.field(declarator, 'value');
    definition.fields.push({
      name: java.slice(java.field(declarator, 'name')),
      value: bound ? boundValue(bound) : isNone(value) ? undefined : java.expression(value),
      type: isNone(type) ? undefined : java.expression(type),
      span: java.span(declarator),
      written: java.writtenType(type),
      decorators,
    });
  }
}

/** A field that the framework fills from the request, which its annotation says. */
function boundValue(annotation: Expr): Expr {
  const { start, end } = annotation;
  return { k: 'member', object: annotation, property: 'value', start, end };
}

const boundBy = /^(?:Query|Path|Form|Header|Cookie|Matrix|FormData)Param$/;
