import { filledName } from '../../analysis/class-table.ts';
import type { ClassIr, Stmt } from '../../ir/ir.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerFunction } from './functions.ts';
import type { ScalaLowering } from './lowering.ts';

/** Classes, traits and objects; those inside another come before it. */
export function lowerClass(scala: ScalaLowering, n: number, into: Stmt[], isLiteral: boolean): ClassIr {
  const nameNode = isLiteral ? noNode : scala.field(n, 'name');
  const name = isNone(nameNode) ? '' : scala.slice(nameNode);
  if (name) scala.declareType(name);
  const definition: ClassIr = {
    name,
    bases: bases(scala, n, isLiteral),
    methods: [],
    fields: [],
    decorators: scala
      .named(n)
      .filter((child) => scala.kind(child) === 'annotation')
      .map((child) => scala.expression(child)),
    body: [],
    heading: isNone(nameNode) ? scala.span(n) : scala.span(nameNode),
    ...scala.span(n),
  };
  const parameters = scala
    .fieldAll(n, 'class_parameters')
    .flatMap((list) => scala.named(list).filter((child) => scala.kind(child) === 'class_parameter'));
  const body = bodyOf(scala, n);
  const members = scala.named(body);
  scala.inClass({ name, ...namesOf(scala, members, parameters) }, () => {
    for (const parameter of parameters)
      field(scala, parameter, scala.field(parameter, 'name'), 'default_value', definition);
    const rest: number[] = [];
    for (const member of members) if (!lowerMember(scala, member, definition, into)) rest.push(member);
    if (rest.length) definition.methods.unshift(lowerInitial(scala, n, rest));
  });
  if (!isLiteral) into.push({ k: 'class', definition, ...scala.span(n) });
  return definition;
}

function bodyOf(scala: ScalaLowering, n: number): number {
  const body = scala.field(n, 'body');
  return isNone(body) ? scala.childOfKind(n, 'template_body') : body;
}

function bases(scala: ScalaLowering, n: number, isLiteral: boolean): ClassIr['bases'] {
  const clause = isLiteral ? n : scala.field(n, 'extend');
  if (isNone(clause)) return [];
  return scala
    .named(clause)
    .filter((child) => /type/.test(scala.kind(child)))
    .map((child) => scala.expression(child));
}

function namesOf(scala: ScalaLowering, members: readonly number[], parameters: readonly number[]) {
  const fields = new Set(parameters.map((parameter) => scala.slice(scala.field(parameter, 'name'))));
  const methods = new Set<string>();
  for (const member of members) {
    const kind = scala.kind(member);
    if (/^function_/.test(kind)) methods.add(scala.slice(scala.field(member, 'name')));
    else if (/^va[lr]_/.test(kind)) {
      const pattern = scala.field(member, 'pattern');
      if (scala.kind(pattern) === 'identifier') fields.add(scala.slice(pattern));
    }
  }
  return { fields, methods };
}

/** Whether the member was one; what is none runs when the object is made. */
function lowerMember(scala: ScalaLowering, n: number, definition: ClassIr, into: Stmt[]): boolean {
  const kind = scala.kind(n);
  if (/^function_/.test(kind))
    definition.methods.push(lowerFunction(scala, n, scala.slice(scala.field(n, 'name')), true));
  else if (/^(?:class|object|trait|enum)_definition$/.test(kind)) lowerClass(scala, n, into, false);
  else if (/^va[lr]_(?:definition|declaration)$/.test(kind)) {
    const pattern = scala.field(n, 'pattern');
    if (scala.kind(pattern) !== 'identifier') return false;
    field(scala, n, pattern, 'value', definition);
  } else return /^(?:import|type)_|^annotation$/.test(kind);
  return true;
}

function field(
  scala: ScalaLowering,
  n: number,
  nameNode: number,
  valueField: string,
  definition: ClassIr,
): void {
  if (isNone(nameNode)) return;
  const value = scala.field(n, valueField);
  definition.fields.push({
    name: scala.slice(nameNode),
    value: isNone(value) ? undefined : scala.expression(value),
    type: scala.typeAt(scala.field(n, 'type')),
    span: scala.span(n),
  });
}

function lowerInitial(scala: ScalaLowering, n: number, nodes: readonly number[]) {
  const details = {
    decorators: [],
    className: scala.className,
    isStatic: false,
    ownsThis: true,
    exported: true,
  };
  return scala.functionIr(n, noNode, { ...details, name: filledName }, () => {
    const body: Stmt[] = [];
    for (const node of nodes) scala.statement(node, body);
    return { parameters: [], body };
  });
}
