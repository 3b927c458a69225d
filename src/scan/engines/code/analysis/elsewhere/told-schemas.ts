import { libraryOf } from '../../domain/facts.ts';
import { bothOf, objectOf, type Schema, schemaElsewhere } from '../../domain/schemas/schema.ts';
import type { Value } from '../../domain/value.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import type { Run } from '../run.ts';
import { classSchema } from '../schemas/declared-schema.ts';
import { jsonSchema } from '../schemas/json-schema.ts';
import { decoratorLibrary } from '../schemas/validation-pipes.ts';
import { wordedSchema } from '../schemas/worded-rules.ts';

/** Tells other files of the schemas among some values, each with the library that made it. */
export function tellSchemas(run: Run, values: Iterable<readonly [name: string, value: Value]>): void {
  for (const [name, value] of values) {
    const made = madeBy(run, value);
    if (made) run.facts.schema(name, made.library, made.schema);
  }
}

interface Made {
  /** None where it is written as data. */
  readonly library: string;
  readonly schema: Schema;
}

function madeBy(run: Run, value: Value, depth = maxDepth): Made | undefined {
  const { schema, name, shape, instance } = value;
  if (instance?.isClass) return depth === maxDepth ? ofClass(run, value) : undefined;
  if (schema?.k === 'schema' && !schema.isRequest)
    return { library: libraryAround(run, name, schema.schema), schema: schema.schema };
  if (shape?.kind !== 'map' || depth === 0 || shape.fields.size > maxFields) return undefined;
  // Written as JSON schema.
  if (jsonKeys.some((key) => shape.fields.has(key))) {
    const written = jsonSchema(value);
    return written && saysMore(written) ? { library: '', schema: written } : undefined;
  }
  // `{ params: paramsSchema, query: querySchema }`
  const fields = [...shape.fields].flatMap(([key, part]) => {
    const made = madeBy(run, part, depth - 1);
    return made ? [[key, made.schema] as const] : [];
  });
  return fields.length > 0 ? { library: '', schema: objectOf(new Map(fields), false) } : undefined;
}

/** What extends a schema of another file is of the library of that one. */
function libraryAround(run: Run, name: Value['name'], { elsewhere }: Schema): string {
  if (!name) return '';
  return elsewhere && mayBeLocal(run, name.root) ? libraryOf(elsewhere.name) : name.root;
}

/** A map with such keys may be anything. */
function saysMore({ clears, fields, items, elsewhere }: Schema): boolean {
  return clears !== 0 || fields !== undefined || items !== undefined || elsewhere !== undefined;
}

/** A class that a library reads: what it extends says which, or what is written in front of its fields. */
function ofClass(run: Run, value: Value): Made | undefined {
  const { instance, name } = value;
  if (!name) return undefined;
  const isKnown = run.rules.knows(name.root);
  const base =
    !isKnown && instance!.definition.bases.length > 0 && mayBeLocal(run, name.root)
      ? name.segments()
      : undefined;
  const own = run.traits.functionsAreObjects ? decoratorLibrary : undefined;
  const library = base ? libraryOf(base) : isKnown ? name.root : own;
  if (library === undefined) return undefined;
  if (run.traits.declaredTypes) {
    const schema = rulesOf(run, value, base);
    return schema && { library, schema };
  }
  const schema = classSchema(run, instance!, run.traits.toldTypes !== undefined);
  if (!schema.fields?.size) return undefined;
  return { library, schema: base ? bothOf(schemaElsewhere(base, ''), schema) : schema };
}

/** What a method of a class gives that a library takes for rules; where it has none, those of the class that it extends. */
function rulesOf(
  run: Run,
  { instance, name }: Value,
  base: readonly string[] | undefined,
): Schema | undefined {
  const made = name!.called();
  for (const method of rulingMethods) {
    const rules = run.rules
      .match(made.child(method))
      ?.returned.find(({ conforms }) => conforms?.to === 'result');
    const words = rules?.conforms?.worded;
    if (!words) continue;
    const fn = instance!.definition.methods.find((each) => each.name === method);
    if (!fn) return base ? schemaElsewhere(base, '') : objectOf(new Map(), false);
    const given = run.summaryOf(fn, run.moduleFrame)?.returned;
    return given && wordedSchema(given, words);
  }
  return undefined;
}

const rulingMethods = ['rules'];
const jsonKeys = ['properties', 'type', 'anyOf', 'oneOf', 'allOf', 'enum'];
const maxDepth = 3;
const maxFields = 100;
