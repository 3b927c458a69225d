import { anything, bothOf, leaf, listOf, objectOf, type Schema } from '../../domain/schemas/schema.ts';
import type { Instance, Value } from '../../domain/value.ts';
import type { Expr, FieldIr, Parameter } from '../../ir/ir.ts';
import { allLabels } from '../../knowledge/labels.ts';
import { elsewhereOf } from '../elsewhere/schema-names.ts';
import { isHarmlessType } from '../fields/harmless-type.ts';
import type { Run } from '../run.ts';
import { narrowed } from './narrow-value.ts';
import { decoratorLibrary } from './validation-pipes.ts';

/** What a class makes sure of in a field that a framework fills: its type, what it begins with (`Field(pattern=…)`) and what is written in front of it. */
export function fieldSchema(run: Run, instance: Instance, property: string): Schema | undefined {
  if (instance.isClass) return undefined;
  const field = run.classes.declaration(instance, property);
  const said = field && librarySchema(run, instance, property);
  // Whether anybody holds objects against what is written in front of fields is known to the whole program only.
  if (said && field.decorators && run.abilities.crossFile && run.traits.functionsAreObjects) {
    const name = [`#${instance.definition.name}`];
    return { ...anything, elsewhere: { name, library: decoratorLibrary, path: [property], isOpened: false } };
  }
  return field && together([typeSchema(run, field), said]);
}

/** What a library makes sure of in a field, whoever fills it. */
export function libraryField(run: Run, instance: Instance, property: string, value: Value): Value {
  const said = instance.isClass ? undefined : librarySchema(run, instance, property);
  return said ? narrowed(value, said) : value;
}

/** What a class makes sure of in all of its fields; there may be others. */
export function classSchema(run: Run, instance: Instance, withTypes = true, depth = maxDepth): Schema {
  const fields = run.classes.declarations(instance).flatMap((field) => {
    const type = withTypes ? (typeSchema(run, field) ?? nested(run, field, depth)) : undefined;
    const schema = together([type, librarySchema(run, instance, field.name)]);
    return schema ? [[field.name, schema] as const] : [];
  });
  return objectOf(new Map(fields), false);
}

/** A field that holds an object of another class. */
function nested(run: Run, { type }: FieldIr, depth: number): Schema | undefined {
  const value = type && (type.k === 'name' || type.k === 'member') ? run.evaluate(type) : undefined;
  if (!value || depth === 0) return undefined;
  if (value.instance?.isClass) return classSchema(run, value.instance, true, depth - 1);
  return elsewhereOf(run, value);
}

/** What a field begins with as a library reads it, together with what is written in front of it. */
export function withDecorators(run: Run, { decorators }: FieldIr, value: Value): Value {
  const own = value.schema?.k === 'schema' ? value.schema.schema : undefined;
  const decorated = (decorators ?? []).map((decorator) => schemaOf(run, run.evaluate(decorator)));
  const schema = decorated.length > 0 ? together([own, ...decorated]) : undefined;
  return schema ? { ...value, schema: { k: 'schema', schema, isRequest: false, reports: false } } : value;
}

function librarySchema(run: Run, instance: Instance, property: string): Schema | undefined {
  const role = run.classes.field(instance, property)?.schema;
  return role?.k === 'schema' ? role.schema : undefined;
}

/** Likewise of a parameter that a framework fills. */
export function parameterSchema(run: Run, { type, otherwise }: Parameter): Schema | undefined {
  const begins = otherwise?.k === 'call' ? schemaOf(run, run.evaluate(otherwise)) : undefined;
  return together([typeSchema(run, { type }), begins]);
}

/** What a decorator hands a parameter through: `@Param('id', ParseIntPipe)`. */
export function pipeSchema(run: Run, decorator: Expr): Schema | undefined {
  if (decorator.k !== 'call') return undefined;
  return together(decorator.args.map(({ value }) => schemaOf(run, run.evaluate(value))));
}

function typeSchema(run: Run, { type }: Pick<FieldIr, 'type'>): Schema | undefined {
  if (!type) return undefined;
  if (isHarmlessType(run, type)) return leaf(allLabels);
  if (type.k === 'call' || type.k === 'name' || type.k === 'member') return schemaOf(run, run.evaluate(type));
  if (type.k !== 'unknown') return undefined;
  const [of, given] = type.parts;
  const parts = given?.k === 'unknown' ? given.parts : [];
  if (of?.k !== 'name') return undefined;
  // `Annotated[str, StringConstraints(pattern=…)]`
  if (of.name === 'Annotated') return together(parts.map((part) => typeSchema(run, { type: part })));
  const [first] = parts;
  if (!first || parts.length > 1) return undefined;
  if (of.name === 'Optional') return typeSchema(run, { type: first });
  const items = lists.has(of.name) ? typeSchema(run, { type: first }) : undefined;
  return items && listOf(items);
}

/** The schema that a value is; a class that makes one may be named alone. */
function schemaOf(run: Run, { schema, name }: Value): Schema | undefined {
  if (schema?.k === 'schema') return schema.schema;
  const makers = (name && run.rules.match(name)?.returned) ?? [];
  const clears = makers.reduce((mask, { schema: made }) => mask | (made?.clears ?? 0), 0);
  return clears ? leaf(clears) : undefined;
}

function together(schemas: ReadonlyArray<Schema | undefined>): Schema | undefined {
  const known = schemas.filter((schema) => schema !== undefined);
  return known.length > 0 ? known.reduce(bothOf) : undefined;
}

const maxDepth = 3;
const lists = new Set(['list', 'List', 'set', 'Set', 'frozenset', 'Sequence']);
