import { filledName } from '../../analysis/class-table.ts';
import type { ClassIr, Stmt } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { lowerBlockMember, lowerFunction } from './functions.ts';
import { lowerInitial } from './initial-values.ts';
import type { KotlinLowering } from './lowering.ts';

/** Classes and objects; those inside another come before it, and a companion's members belong to its class. */
export function lowerClass(kotlin: KotlinLowering, n: number, into: Stmt[], isLiteral: boolean): ClassIr {
  const nameNode = isLiteral ? noNode : kotlin.field(n, 'name');
  const name = isNone(nameNode) ? '' : kotlin.slice(nameNode);
  if (name) kotlin.declareType(name);
  const specifiers = kotlin.childOfKind(n, 'delegation_specifiers');
  const definition: ClassIr = {
    name,
    bases: kotlin.named(specifiers).map((base) => kotlin.expression(base)),
    methods: [],
    fields: [],
    decorators: kotlin.annotations(n),
    body: [],
    heading: isNone(nameNode) ? kotlin.span(n) : kotlin.span(nameNode),
    ...(isNode(kotlin.childOfKind(n, 'enum_class_body')) && { isClosed: true }),
    ...kotlin.span(n),
  };
  const parameters = constructorParameters(kotlin, n);
  const members = membersOf(kotlin, n);
  const before = kotlin.mayInherit;
  kotlin.mayInherit ||= isNode(specifiers);
  kotlin.inClass({ name, ...namesOf(kotlin, members, parameters) }, () => {
    for (const parameter of parameters) field(kotlin, parameter, parameter, definition);
    for (const member of members) lowerMember(kotlin, member, definition, into);
  });
  kotlin.mayInherit = before;
  if (!isLiteral) into.push({ k: 'class', definition, ...kotlin.span(n) });
  return definition;
}

function constructorParameters(kotlin: KotlinLowering, n: number): number[] {
  const primary = kotlin.childOfKind(n, 'primary_constructor');
  const list = kotlin.childOfKind(primary, 'class_parameters');
  return kotlin.named(list).filter((child) => kotlin.kind(child) === 'class_parameter');
}

function membersOf(kotlin: KotlinLowering, n: number): number[] {
  const plain = kotlin.childOfKind(n, 'class_body');
  const body = isNone(plain) ? kotlin.childOfKind(n, 'enum_class_body') : plain;
  return kotlin
    .named(body)
    .flatMap((member) => (kotlin.kind(member) === 'companion_object' ? membersOf(kotlin, member) : [member]));
}

function namesOf(kotlin: KotlinLowering, members: readonly number[], parameters: readonly number[]) {
  const fields = new Set<string>();
  const methods = new Set<string>();
  for (const parameter of parameters) {
    const name = kotlin.childOfKind(parameter, 'identifier');
    if (isNode(name)) fields.add(kotlin.slice(name));
  }
  for (const member of members)
    if (kotlin.kind(member) === 'function_declaration')
      methods.add(kotlin.slice(kotlin.field(member, 'name')));
    else if (kotlin.kind(member) === 'property_declaration') {
      const declaration = kotlin.childOfKind(member, 'variable_declaration');
      const name = kotlin.childOfKind(declaration, 'identifier');
      if (isNode(name)) fields.add(kotlin.slice(name));
    }
  return { fields, methods };
}

function lowerMember(kotlin: KotlinLowering, n: number, definition: ClassIr, into: Stmt[]): void {
  const kind = kotlin.kind(n);
  if (kind === 'function_declaration')
    definition.methods.push(lowerFunction(kotlin, n, kotlin.slice(kotlin.field(n, 'name')), true));
  else if (kind === 'class_declaration' || kind === 'object_declaration') lowerClass(kotlin, n, into, false);
  else if (kind === 'anonymous_initializer')
    definition.methods.unshift(lowerBlockMember(kotlin, n, filledName, kotlin.childOfKind(n, 'block')));
  else if (kind === 'secondary_constructor')
    definition.methods.push(lowerBlockMember(kotlin, n, '<other>', kotlin.childOfKind(n, 'block')));
  else if (kind === 'property_declaration') {
    field(kotlin, n, kotlin.childOfKind(n, 'variable_declaration'), definition);
    accessors(kotlin, n, definition);
  }
}

/** What reading and setting a property runs, as the methods that Java calls them by. */
function accessors(kotlin: KotlinLowering, n: number, definition: ClassIr): void {
  const property = definition.fields.at(-1)?.name ?? '';
  const ending = `${property.charAt(0).toUpperCase()}${property.slice(1)}`;
  for (const [kind, prefix] of [
    ['getter', 'get'],
    ['setter', 'set'],
  ] as const) {
    const node = kotlin.childOfKind(n, kind);
    const body = kotlin.childOfKind(node, 'function_body');
    if (isNode(body))
      definition.methods.push(lowerBlockMember(kotlin, node, `${prefix}${ending}`, kotlin.firstNamed(body)));
  }
}

function field(kotlin: KotlinLowering, n: number, declaration: number, definition: ClassIr): void {
  if (isNone(declaration)) return;
  const nameNode = kotlin.childOfKind(declaration, 'identifier');
  if (isNone(nameNode)) return;
  const type = kotlin.named(declaration).find((child) => child > nameNode && /type/.test(kotlin.kind(child)));
  const value = kotlin
    .named(n)
    .find(
      (child) =>
        child > declaration &&
        child >= nameNode &&
        !/modifiers|type|getter|setter|identifier|declaration/.test(kotlin.kind(child)),
    );
  definition.fields.push({
    name: kotlin.slice(nameNode),
    value: value === undefined ? undefined : lowerInitial(kotlin, value),
    type: type === undefined ? undefined : kotlin.expression(type),
    span: kotlin.span(declaration),
    ...(type !== undefined && { written: kotlin.writtenType(type) }),
    decorators: kotlin.annotations(n),
  });
}
