import type { Expr, Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { ScriptLowering } from './lowering.ts';

/** What is assigned to: a name, a property, or a pattern that takes a value apart. */
export function lowerTarget(script: ScriptLowering, n: number): Target {
  if (isNone(n)) return noTarget;
  const span = script.span(n);
  switch (script.kind(n)) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return { k: 'name', name: script.slice(n), ...span };
    case 'member_expression':
      return {
        k: 'member',
        object: script.expression(script.field(n, 'object')),
        property: script.slice(script.field(n, 'property')),
        ...span,
      };
    case 'subscript_expression':
      return {
        k: 'index',
        object: script.expression(script.field(n, 'object')),
        index: script.expression(script.field(n, 'index')),
        ...span,
      };
    case 'array_pattern':
      return listPattern(script, n);
    case 'object_pattern':
      return objectPattern(script, n);
    case 'assignment_pattern':
      return {
        k: 'default',
        target: lowerTarget(script, script.field(n, 'left')),
        value: script.expression(script.field(n, 'right')),
        ...span,
      };
    case 'parenthesized_expression':
    case 'non_null_expression':
    case 'as_expression':
    case 'rest_pattern':
      return lowerTarget(script, script.firstNamed(n));
    case 'variable_declaration':
    case 'lexical_declaration':
      return lowerTarget(script, script.field(script.firstNamed(n), 'name'));
    default:
      return { k: 'none', ...span };
  }
}

function listPattern(script: ScriptLowering, n: number): Target {
  const items: Array<Target | undefined> = [];
  let rest: Target | undefined;
  const { skip, named } = script.tree;
  let filled = false;
  for (let child = n + 1; child < skip[n]!; child = skip[child]!) {
    if (named[child]) {
      if (script.kind(child) === 'rest_pattern') rest = lowerTarget(script, child);
      else items.push(lowerTarget(script, child));
      filled = true;
    } else if (script.kind(child) === ',') {
      if (!filled) items.push(undefined);
      filled = false;
    }
  }
  return rest ? { k: 'list', items, rest, ...script.span(n) } : { k: 'list', items, ...script.span(n) };
}

function objectPattern(script: ScriptLowering, n: number): Target {
  const entries: Array<{ key: string; target: Target; otherwise?: Expr }> = [];
  let rest: Target | undefined;
  for (const child of script.named(n)) {
    const kind = script.kind(child);
    if (kind === 'rest_pattern') rest = lowerTarget(script, child);
    else if (kind === 'pair_pattern') {
      const key = script.field(child, 'key');
      const target = lowerTarget(script, script.field(child, 'value'));
      entries.push({ key: script.propertyName(key), target });
    } else if (kind === 'object_assignment_pattern') {
      const target = lowerTarget(script, script.field(child, 'left'));
      const otherwise = script.expression(script.field(child, 'right'));
      entries.push({ key: target.k === 'name' ? target.name : '', target, otherwise });
    } else {
      const target = lowerTarget(script, child);
      entries.push({ key: target.k === 'name' ? target.name : '', target });
    }
  }
  return rest ? { k: 'map', entries, rest, ...script.span(n) } : { k: 'map', entries, ...script.span(n) };
}
