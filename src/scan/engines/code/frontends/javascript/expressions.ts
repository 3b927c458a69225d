import type { Expr, Span } from '../../ir/ir.ts';
import { binaryExpression, conditionalExpression, literalItems } from '../shared/plain-nodes.ts';
import { saidType } from '../shared/said-type.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerCall, lowerTemplate } from './calls.ts';
import { lowerClass } from './classes.ts';
import { lowerElement } from './elements.ts';
import { lowerFunction } from './functions.ts';
import type { ScriptLowering } from './lowering.ts';
import { lowerTarget } from './targets.ts';

/** The type that a cast names: `x as Share`, `<Share>x`. */
function castType(script: ScriptLowering, n: number): string {
  const [first = noNode, second = noNode] = script.named(n);
  return script.kind(n) === 'as_expression' ? sliced(script, second) : sliced(script, first).slice(1, -1);
}

function sliced(script: ScriptLowering, n: number): string {
  return isNone(n) ? '' : script.slice(n);
}

/** What lowers which kind of expression. */
export function expressionHandlers(script: ScriptLowering): Record<string, (n: number) => Expr> {
  const inner = (n: number) => script.expression(script.firstNamed(n));
  const name = (n: number): Expr => ({ k: 'name', name: script.slice(n), ...script.span(n) });
  const element = (n: number) => lowerElement(script, n);
  const functionExpression = (n: number): Expr => ({
    k: 'function',
    fn: lowerFunction(script, n, true),
    ...script.span(n),
  });
  return {
    identifier: name,
    this: name,
    super: name,
    import: name,
    property_identifier: name,
    shorthand_property_identifier: name,
    type_identifier: name,
    predefined_type: name,
    private_property_identifier: name,
    undefined: (n) => ({ k: 'const', value: null, ...script.span(n) }),
    null: (n) => ({ k: 'const', value: null, ...script.span(n) }),
    true: (n) => ({ k: 'const', value: true, ...script.span(n) }),
    false: (n) => ({ k: 'const', value: false, ...script.span(n) }),
    number: (n) => ({ k: 'const', value: Number(script.slice(n).replace(/_|n$/g, '')), ...script.span(n) }),
    string: (n) => ({ k: 'const', value: script.stringValue(n), ...script.span(n) }),
    template_string: (n) => lowerTemplate(script, n),
    regex: (n) => ({
      k: 'regex',
      pattern: script.slice(script.field(n, 'pattern')),
      flags: isNone(script.field(n, 'flags')) ? '' : script.slice(script.field(n, 'flags')),
      ...script.span(n),
    }),
    member_expression: (n) => ({
      k: 'member',
      object: script.expression(script.field(n, 'object')),
      property: script.slice(script.field(n, 'property')),
      ...script.span(n),
    }),
    nested_type_identifier: (n) => nestedType(script, n),
    generic_type: (n) => script.expression(script.field(n, 'name')),
    type_annotation: inner,
    subscript_expression: (n) => ({
      k: 'index',
      object: script.expression(script.field(n, 'object')),
      index: script.expression(script.field(n, 'index')),
      ...script.span(n),
    }),
    call_expression: (n) => lowerCall(script, n, script.field(n, 'function'), false),
    new_expression: (n) => lowerCall(script, n, script.field(n, 'constructor'), true),
    assignment_expression: (n) => ({
      k: 'assign',
      target: lowerTarget(script, script.field(n, 'left')),
      value: script.expression(script.field(n, 'right')),
      ...script.span(n),
    }),
    augmented_assignment_expression: (n) => ({
      k: 'assign',
      target: lowerTarget(script, script.field(n, 'left')),
      value: script.expression(script.field(n, 'right')),
      op: script.slice(script.field(n, 'operator')).slice(0, -1),
      ...script.span(n),
    }),
    binary_expression: (n) => binaryExpression(script, n, combined),
    unary_expression: (n) => ({
      k: 'unary',
      op: script.slice(script.field(n, 'operator')),
      value: script.expression(script.field(n, 'argument')),
      ...script.span(n),
    }),
    update_expression: (n) => update(script, n),
    ternary_expression: (n) => conditionalExpression(script, n),
    parenthesized_expression: inner,
    as_expression: (n) => saidType(inner(n), castType(script, n)),
    satisfies_expression: inner,
    non_null_expression: inner,
    type_assertion: (n) => saidType(script.expression(script.named(n).at(-1) ?? noNode), castType(script, n)),
    await_expression: (n) => ({ k: 'await', value: inner(n), ...script.span(n) }),
    yield_expression: (n) => ({
      k: 'yield',
      value: inner(n),
      isEach: /^yield\s*\*/.test(script.slice(n)),
      ...script.span(n),
    }),
    sequence_expression: (n) => {
      const parts = script.named(n).map((child) => script.expression(child));
      // `(0, eval)(x)` calls `eval`.
      if (parts.length > 0 && parts.slice(0, -1).every(({ k }) => k === 'const')) return parts.at(-1)!;
      return { k: 'unknown', parts, ...script.span(n) };
    },
    arrow_function: functionExpression,
    function_expression: functionExpression,
    generator_function: functionExpression,
    class: (n) => ({ k: 'class', definition: lowerClass(script, n, false), ...script.span(n) }),
    object: (n) => object(script, n),
    array: (n) => ({
      k: 'list',
      isSet: false,
      items: literalItems(script, script.named(n)).map((child) => {
        const spread = script.kind(child) === 'spread_element';
        return { spread, value: script.expression(spread ? script.firstNamed(child) : child) };
      }),
      ...script.span(n),
    }),
    spread_element: inner,
    jsx_element: element,
    jsx_self_closing_element: element,
    jsx_fragment: element,
    jsx_expression: inner,
    jsx_text: (n) => ({ k: 'const', value: script.slice(n).trim(), ...script.span(n) }),
  };
}

function nestedType(script: ScriptLowering, n: number): Expr {
  const module = script.field(n, 'module');
  const name = script.field(n, 'name');
  return { k: 'member', object: script.expression(module), property: script.slice(name), ...script.span(n) };
}

function update(script: ScriptLowering, n: number): Expr {
  const argument = script.field(n, 'argument');
  const one: Expr = { k: 'const', value: 1, ...script.span(n) };
  const op = script.slice(script.field(n, 'operator'))[0] ?? '+';
  return { k: 'assign', target: lowerTarget(script, argument), value: one, op, ...script.span(n) };
}

function object(script: ScriptLowering, n: number): Expr {
  const entries: Array<{ key: Expr | undefined; value: Expr }> = [];
  for (const child of literalItems(script, script.named(n))) {
    const kind = script.kind(child);
    if (kind === 'pair') {
      const key = script.field(child, 'key');
      entries.push({ key: script.key(key), value: script.expression(script.field(child, 'value')) });
    } else if (kind === 'shorthand_property_identifier')
      entries.push({
        key: { k: 'const', value: script.slice(child), ...script.span(child) },
        value: { k: 'name', name: script.slice(child), ...script.span(child) },
      });
    else if (kind === 'spread_element')
      entries.push({ key: undefined, value: script.expression(script.firstNamed(child)) });
    else if (kind === 'method_definition')
      entries.push({
        key: script.key(script.field(child, 'name')),
        value: { k: 'function', fn: lowerFunction(script, child, true), ...script.span(child) },
      });
  }
  return { k: 'map', entries, ...script.span(n) };
}

function combined(op: string, left: Expr, right: Expr, span: Span): Expr {
  const logic = logicOperators.get(op);
  return logic
    ? { k: 'logic', op: logic, left, right, ...span }
    : { k: 'binary', op: comparisonOperators.get(op) ?? op, left, right, ...span };
}

const logicOperators = new Map<string, 'and' | 'or' | 'nullish'>([
  ['&&', 'and'],
  ['||', 'or'],
  ['??', 'nullish'],
]);

const comparisonOperators = new Map([
  ['===', '=='],
  ['!==', '!='],
]);
