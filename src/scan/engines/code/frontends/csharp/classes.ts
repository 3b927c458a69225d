import type { ClassIr, Expr, Stmt } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { lowerInitial } from './creations.ts';
import { lowerFunction, lowerGetter } from './functions.ts';
import type { CsharpLowering } from './lowering.ts';

/** Classes, structs, records, interfaces and enumerations; those inside another come before it. */
export function lowerClass(csharp: CsharpLowering, n: number, into: Stmt[]): void {
  const nameNode = csharp.field(n, 'name');
  const name = isNone(nameNode) ? '' : csharp.slice(nameNode);
  csharp.declareType(name);
  const baseList = csharp.childOfKind(n, 'base_list');
  const definition: ClassIr = {
    name,
    bases: csharp.named(baseList).map((base) => csharp.expression(base)),
    methods: [],
    fields: [],
    decorators: csharp.attributes(n),
    body: [],
    heading: isNone(nameNode) ? csharp.span(n) : csharp.span(nameNode),
    ...(csharp.kind(n) === 'enum_declaration' && { isClosed: true }),
    ...csharp.span(n),
  };
  const body = csharp.field(n, 'body');
  const members = csharp.named(body);
  const components = csharp.childOfKind(n, 'parameter_list');
  for (const component of csharp.named(components)) {
    const type = csharp.field(component, 'type');
    definition.fields.push({
      name: csharp.slice(csharp.field(component, 'name')),
      value: undefined,
      type: isNone(type) ? undefined : csharp.declaredType(type),
      span: csharp.span(component),
      written: csharp.writtenType(type),
      decorators: csharp.attributes(component),
    });
  }
  csharp.inClass({ name, ...namesOf(csharp, members) }, () => {
    for (const member of members) lowerMember(csharp, member, definition, into);
  });
  into.push({ k: 'class', definition, ...csharp.span(n) });
}

function namesOf(csharp: CsharpLowering, members: readonly number[]) {
  const fields = new Set<string>();
  const methods = new Set<string>();
  for (const member of members) {
    const kind = csharp.kind(member);
    const name = csharp.field(member, 'name');
    if (kind === 'method_declaration') methods.add(csharp.slice(name));
    else if (kind === 'property_declaration') fields.add(csharp.slice(name));
    else if (kind === 'field_declaration') {
      const list = csharp.childOfKind(member, 'variable_declaration');
      for (const declarator of csharp.named(list))
        if (csharp.kind(declarator) === 'variable_declarator')
          fields.add(csharp.slice(csharp.field(declarator, 'name')));
    } else if (isNode(name) && kind.endsWith('_declaration') && kind !== 'constructor_declaration')
      csharp.declareType(csharp.slice(name));
  }
  return { fields, methods };
}

function propertyValue(csharp: CsharpLowering, value: number, type: number): Expr | undefined {
  if (isNone(value)) return undefined;
  const isArrow = csharp.kind(value) === 'arrow_expression_clause';
  return lowerInitial(csharp, isArrow ? csharp.firstNamed(value) : value, type);
}

/** What `get { return x; }` or `get => x;` gives, where nothing can be set. */
function returnedBy(csharp: CsharpLowering, n: number): Expr | undefined {
  const list = csharp.field(n, 'accessors');
  const [getter, ...others] = csharp.named(list);
  if (getter === undefined || others.length || csharp.slice(csharp.field(getter, 'name')) !== 'get')
    return undefined;
  const body = csharp.field(getter, 'body');
  if (isNone(body)) return undefined;
  if (csharp.kind(body) === 'arrow_expression_clause') return csharp.expression(csharp.firstNamed(body));
  const [only, ...rest] = csharp.named(body);
  if (only === undefined || rest.length || csharp.kind(only) !== 'return_statement') return undefined;
  return csharp.expression(csharp.firstNamed(only));
}

/** `public string Name { get; set; } = "";` */
function mayBeSet(csharp: CsharpLowering, n: number): boolean {
  const list = csharp.field(n, 'accessors');
  if (isNone(list)) return false;
  const before = csharp.slice(n).slice(0, 200).split('{', 1)[0]!;
  return /\b(?:public|internal)\b/.test(before) && /[{;]\s*(?:set|init)\s*;/.test(csharp.slice(list));
}

/** A property that the framework fills from the request, which its attribute says. */
function boundValue(csharp: CsharpLowering, n: number): Expr | undefined {
  const attribute = csharp
    .attributes(n)
    .map((each) => (each.k === 'call' ? each.callee : each))
    .find((each) => each.k === 'name' && boundBy.test(each.name));
  return attribute && { k: 'member', object: attribute, property: 'value', ...csharp.span(n) };
}

const boundBy =
  /^(?:BindProperty|FromQuery|FromForm|FromRoute|FromHeader|FromBody|SupplyParameterFromQuery|SupplyParameterFromForm)$/;

function lowerMember(csharp: CsharpLowering, n: number, definition: ClassIr, into: Stmt[]): void {
  switch (csharp.kind(n)) {
    case 'method_declaration':
      definition.methods.push(lowerFunction(csharp, n, csharp.slice(csharp.field(n, 'name')), true));
      return;
    case 'constructor_declaration':
      definition.methods.push(lowerFunction(csharp, n, '<init>', true));
      return;
    case 'property_declaration': {
      // What is said of a property holds for objects of the class.
      definition.decorators.push(...csharp.attributes(n));
      const value = csharp.field(n, 'value');
      const type = csharp.field(n, 'type');
      definition.fields.push({
        name: csharp.slice(csharp.field(n, 'name')),
        value: boundValue(csharp, n) ?? propertyValue(csharp, value, type) ?? returnedBy(csharp, n),
        type: isNone(type) ? undefined : csharp.declaredType(type),
        span: csharp.span(n),
        written: csharp.writtenType(type),
        decorators: csharp.attributes(n),
        isOpen: mayBeSet(csharp, n),
      });
      if (csharp.kind(value) === 'arrow_expression_clause')
        definition.methods.push(lowerGetter(csharp, n, csharp.firstNamed(value)));
      accessors(csharp, n, definition);
      return;
    }
    case 'field_declaration': {
      const list = csharp.childOfKind(n, 'variable_declaration');
      if (isNode(list)) fields(csharp, list, definition);
      return;
    }
    case 'class_declaration':
    case 'struct_declaration':
    case 'record_declaration':
    case 'interface_declaration':
    case 'enum_declaration':
      lowerClass(csharp, n, into);
      return;
  }
}

/** Bodies of accessors run as methods of their own. */
function accessors(csharp: CsharpLowering, n: number, definition: ClassIr): void {
  const list = csharp.field(n, 'accessors');
  for (const accessor of csharp.named(list))
    if (isNode(csharp.field(accessor, 'body')))
      definition.methods.push(
        lowerFunction(
          csharp,
          accessor,
          `${csharp.slice(csharp.field(accessor, 'name'))}_${csharp.slice(csharp.field(n, 'name'))}`,
          true,
        ),
      );
}

function fields(csharp: CsharpLowering, list: number, definition: ClassIr): void {
  const type = csharp.field(list, 'type');
  for (const declarator of csharp.named(list)) {
    if (csharp.kind(declarator) !== 'variable_declarator') continue;
    const name = csharp.field(declarator, 'name');
    const value = csharp.named(declarator).at(-1) ?? noNode;
    definition.fields.push({
      name: csharp.slice(name),
      value: value <= name ? undefined : lowerInitial(csharp, value, type),
      type: isNone(type) ? undefined : csharp.declaredType(type),
      span: csharp.span(declarator),
      written: csharp.writtenType(type),
    });
  }
}
