import type { ClassIr, Stmt } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { lowerFunction } from './functions.ts';
import type { SwiftLowering } from './lowering.ts';

/** Classes, structures, enumerations and extensions; those inside another come before it. */
export function lowerClass(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const nameNode = swift.field(n, 'name');
  const name = isNone(nameNode) ? '' : swift.slice(nameNode);
  if (name) swift.declareType(name);
  const definition: ClassIr = {
    ...swift.emptyClass(n, nameNode, name),
    bases: swift
      .named(n)
      .filter((child) => swift.kind(child) === 'inheritance_specifier')
      .flatMap((child) => swift.typeAt(child) ?? []),
  };
  const body = swift.field(n, 'body');
  const members = swift.named(body);
  swift.inClass({ name, ...namesOf(swift, members) }, () => {
    for (const member of members) lowerMember(swift, member, definition, into);
  });
  into.push({ k: 'class', definition, ...swift.span(n) });
}

function namesOf(swift: SwiftLowering, members: readonly number[]) {
  const fields = new Set<string>();
  const methods = new Set<string>();
  for (const member of members)
    if (swift.kind(member) === 'function_declaration')
      methods.add(swift.slice(swift.childOfKind(member, 'simple_identifier')));
    else if (swift.kind(member) === 'property_declaration') {
      const nameNode = swift.field(member, 'name');
      if (isNode(nameNode)) fields.add(swift.slice(nameNode));
    }
  return { fields, methods };
}

function lowerMember(swift: SwiftLowering, n: number, definition: ClassIr, into: Stmt[]): void {
  const kind = swift.kind(n);
  if (kind === 'function_declaration')
    definition.methods.push(
      lowerFunction(swift, n, swift.slice(swift.childOfKind(n, 'simple_identifier')), true),
    );
  else if (kind === 'init_declaration') definition.methods.push(lowerFunction(swift, n, 'init', true));
  else if (kind === 'class_declaration') lowerClass(swift, n, into);
  else if (kind === 'property_declaration') lowerField(swift, n, definition);
}

/** A property; one that is computed is a method that takes nothing. */
function lowerField(swift: SwiftLowering, n: number, definition: ClassIr): void {
  const nameNode = swift.field(n, 'name');
  if (isNone(nameNode)) return;
  const value = swift.field(n, 'value');
  const annotation = swift.childOfKind(n, 'type_annotation');
  const computed = swift.field(n, 'computed_value');
  definition.fields.push({
    name: swift.slice(nameNode),
    value: isNone(value) ? undefined : swift.expression(value),
    type: isNone(annotation) ? undefined : swift.typeAt(swift.firstNamed(annotation)),
    span: swift.span(n),
  });
  if (isNone(computed)) return;
  const details = {
    decorators: [],
    className: swift.className,
    isStatic: false,
    ownsThis: true,
    exported: true,
  };
  for (const part of [computed, ...swift.named(computed)]) {
    const list = swift.childOfKind(part, 'statements');
    if (isNone(list)) continue;
    const name = `<${swift.slice(nameNode)}>`;
    definition.methods.push(
      swift.functionIr(part, noNode, { ...details, name }, () => ({
        parameters: [],
        body: swift.block(list),
      })),
    );
  }
}
