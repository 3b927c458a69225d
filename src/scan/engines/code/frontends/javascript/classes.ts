import type { ClassIr, Expr } from '../../ir/ir.ts';
import { decoratorsOf, lowerFunction } from './functions.ts';
import type { ScriptLowering } from './lowering.ts';

export function lowerClass(script: ScriptLowering, n: number, isStatement: boolean): ClassIr {
  const nameNode = script.field(n, 'name');
  const name = nameNode < 0 ? '' : script.slice(nameNode);
  if (isStatement && name) script.declare(name);
  const definition: ClassIr = {
    name,
    bases: bases(script, n),
    methods: [],
    fields: [],
    decorators: decoratorsOf(script, n),
    body: [],
    heading: nameNode < 0 ? script.span(n) : script.span(nameNode),
    ...script.span(n),
  };
  const outer = script.className;
  script.className = name;
  const body = script.field(n, 'body');
  let decorators: Expr[] = [];
  for (const child of body < 0 ? [] : script.named(body)) {
    const kind = script.kind(child);
    if (kind === 'decorator') {
      decorators.push(script.expression(script.firstNamed(child)));
      continue;
    }
    if (kind === 'method_definition') {
      const method = lowerFunction(script, child, true);
      method.decorators.push(...decorators);
      definition.methods.push(method);
      if (method.name === 'constructor') parameterProperties(script, child, definition);
    } else if (kind === 'field_definition' || kind === 'public_field_definition') {
      const property = script.field(child, kind === 'field_definition' ? 'property' : 'name');
      const value = script.field(child, 'value');
      const type = script.field(child, 'type');
      definition.fields.push({
        name: property < 0 ? '' : script.propertyName(property),
        value: value < 0 ? undefined : script.expression(value),
        type: type < 0 ? undefined : script.expression(type),
        span: script.span(child),
      });
    } else if (kind === 'class_static_block')
      definition.body.push(...script.block(script.field(child, 'body')));
    decorators = [];
  }
  script.className = outer;
  return definition;
}

function bases(script: ScriptLowering, n: number): Expr[] {
  const heritage = script.childOfKind(n, 'class_heritage');
  if (heritage < 0) return [];
  const clause = script.childOfKind(heritage, 'extends_clause');
  const value = clause < 0 ? script.firstNamed(heritage) : script.field(clause, 'value');
  return value < 0 ? [] : [script.expression(value)];
}

/** `constructor(private readonly users: UserService)` declares a field of that type. */
function parameterProperties(script: ScriptLowering, n: number, definition: ClassIr): void {
  const list = script.field(n, 'parameters');
  for (const parameter of list < 0 ? [] : script.named(list)) {
    const isProperty =
      script.childOfKind(parameter, 'accessibility_modifier') >= 0 || script.hasToken(parameter, 'readonly');
    const type = script.field(parameter, 'type');
    if (!isProperty || type < 0) continue;
    definition.fields.push({
      name: script.slice(script.field(parameter, 'pattern')),
      value: undefined,
      type: script.expression(type),
      span: script.span(parameter),
    });
  }
}
