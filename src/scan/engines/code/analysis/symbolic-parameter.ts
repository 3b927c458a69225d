import { joinTaints } from '../domain/taint.ts';
import { isNumeric } from '../domain/types/numeric-type.ts';
import { literalValue, namedValue, unknownValue, type Value } from '../domain/value.ts';
import type { FunctionIr } from '../ir/ir.ts';
import type { Name } from '../knowledge/rule-set.ts';
import { aliasOf } from './conditions/alias-of.ts';
import type { Run } from './run.ts';
import { asDeclared } from './types/object-types.ts';

/** Gives a value that callers or other files may refine: parameters of functions that anyone can call. */
export function symbolicParameter(run: Run, fn: FunctionIr, index: number): Value {
  const value = namedParameter(run, fn, index);
  return value.dynamic ? asDeclared(run, value, fn.parameters[index]!.written) : value;
}

function namedParameter(run: Run, fn: FunctionIr, index: number): Value {
  const parameter = fn.parameters[index]!;
  let name: Name | undefined;
  if (parameter.type) {
    const type = run.evaluate(parameter.type);
    if (run.traits.declaredTypes && type.name && isNumeric(type.name))
      return { ...literalValue, name: type.name.called() };
    if (type.name && type.name.segment !== '()' && !ignoredTypes.has(type.name.segment.replace('~', '')))
      name = type.name.called();
    if (run.traits.declaredTypes && type.instance?.definition.isClosed)
      return { ...literalValue, name, instance: { ...type.instance, isClass: false } };
    if (type.instance)
      return {
        ...unknownValue,
        instance: { definition: type.instance.definition, isClass: false },
        name,
        taint: run.origins.parameter(index),
      };
  }
  name ??= run.rules.root.child(`~${parameter.name}`);
  const match = run.rules.match(name);
  const alias = aliasOf(run.file, match);
  if (alias) name = run.rules.name(alias);
  let taint = run.origins.parameter(index);
  // Frameworks fill objects of some types with what the request holds.
  for (const source of (parameter.type && match?.sources) || [])
    if (source.on === 'read')
      taint = joinTaints(
        taint,
        run.origins.source(source.kind, source.title, parameter.target, source.mask),
      )!;
  return { ...namedValue(name), taint };
}

/** Types that say nothing about what a value does. */
const ignoredTypes = new Set([
  'str',
  'int',
  'any',
  'Any',
  'string',
  'number',
  'boolean',
  'unknown',
  'object',
  'dict',
  'list',
  'Dict',
  'List',
  'Optional',
  'Union',
]);
