import type { ClassIr, Expr } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { annotated, decoratorsOf, lowerFunction } from './functions.ts';
import type { ScriptLowering } from './lowering.ts';

export function lowerClass(script: ScriptLowering, n: number, isStatement: boolean): ClassIr {
  const nameNode = script.field(n, 'name');
  const name = isNone(nameNode) ? '' : script.slice(nameNode);
  if (isStatement && name) script.declare(name);
  const definition: ClassIr = {
    name,
    bases: bases(script, n),
    methods: [],
    fields: [],
    decorators: decoratorsOf(script, n),
    body: [],
    heading: isNone(nameNode) ? script.span(n) : script.span(nameNode),
    ...script.span(n),
  };
  const outer = script.className;
  script.className = name;
  const body = script.field(n, 'body');
  let decorators: Expr[] = [];
  for (const child of script.named(body)) {
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
      const name = isNone(property) ? '' : script.propertyName(property);
      // `read = (name) => …`: a method that keeps its object wherever it is called from.
      if (name !== '' && isNone(type) && isNode(value) && functions.has(script.kind(value))) {
        const isStatic = script.hasToken(child, 'static');
        const own = { name, className: script.className, ownsThis: true, isStatic };
        const method = Object.assign(lowerFunction(script, value, true), own);
        method.heading = script.span(property);
        method.decorators.push(...decorators, ...decoratorsOf(script, child));
        definition.methods.push(method);
        decorators = [];
        continue;
      }
      definition.fields.push({
        name,
        value: isNone(value) ? undefined : script.expression(value),
        type: isNone(type) ? undefined : script.expression(type),
        span: script.span(child),
        ...(isNode(type) && { written: annotated(script, type) }),
        ...withDecorators([...decorators, ...decoratorsOf(script, child)]),
      });
    } else if (kind === 'class_static_block')
      definition.body.push(...script.block(script.field(child, 'body')));
    decorators = [];
  }
  script.className = outer;
  return definition;
}

const functions = new Set(['arrow_function', 'function_expression']);

function withDecorators(decorators: Expr[]): { decorators?: Expr[] } {
  return decorators.length > 0 ? { decorators } : {};
}

function bases(script: ScriptLowering, n: number): Expr[] {
  const heritage = script.childOfKind(n, 'class_heritage');
  if (isNone(heritage)) return [];
  const clause = script.childOfKind(heritage, 'extends_clause');
  const value = isNone(clause) ? script.firstNamed(heritage) : script.field(clause, 'value');
  return isNone(value) ? [] : [script.expression(value)];
}

/** `constructor(private readonly users: UserService)` declares a field of that type. */
function parameterProperties(script: ScriptLowering, n: number, definition: ClassIr): void {
  const list = script.field(n, 'parameters');
  for (const parameter of script.named(list)) {
    const isProperty =
      isNode(script.childOfKind(parameter, 'accessibility_modifier')) ||
      script.hasToken(parameter, 'readonly');
    const type = script.field(parameter, 'type');
    if (!isProperty || isNone(type)) continue;
    definition.fields.push({
      name: script.slice(script.field(parameter, 'pattern')),
      value: undefined,
      type: script.expression(type),
      span: script.span(parameter),
      written: annotated(script, type),
    });
  }
}
