import type { Expr } from '../../ir/ir.ts';

/** What a schema says about the values that it lets pass. */
export interface Schema {
  /** The kinds of harm that such a value cannot do: a number none at all, a text of letters some. */
  readonly clears: number;
  /** What it says about the fields of an object. */
  readonly fields: ReadonlyMap<string, Schema> | undefined;
  /** What it says about each item of a list. */
  readonly items: Schema | undefined;
  /** Fields that it does not name do not get through. */
  readonly isClosed: boolean;
  /** How many schemas it is made of, each as often as it is used. */
  readonly parts: number;
}

/** What a value has to do with a schema. */
export type SchemaRole =
  /** It is one. `isRequest`: of the parts of a request; a function that answers it gets only what passes. */
  | {
      readonly k: 'schema';
      readonly schema: Schema;
      readonly isRequest: boolean;
      /** What does not pass gets through as well, and a call tells. */
      readonly reports: boolean;
    }
  /** It is data, read part by part, that has passed one. */
  | { readonly k: 'data'; readonly schema: Schema }
  /** It is data that was held against one, or the verdict: where that was asked for, the data has passed. */
  | {
      readonly k: 'pending';
      readonly schema: Schema;
      readonly id: number;
      /** Of a verdict, whether it is true or false where the data has passed. */
      readonly passes: boolean | undefined;
      /** It is a request, whose parts come from outside one by one. */
      readonly isRequest: boolean;
      /** What was held against the schema, as it is written, and the versions of the variables in it. */
      readonly about: Expr | undefined;
      readonly versions: ReadonlyArray<readonly [name: string, version: number]>;
    };

/** A value that may be anything. */
export const anything: Schema = leaf(0);

/**
 * A schema that is used twice inside of one that is used twice, and so on, soon has more parts than anybody could look at. So many are told apart; of what is
 * beyond them nothing is known.
 */
const maxParts = 2_000;

export function leaf(clears: number): Schema {
  return { clears, fields: undefined, items: undefined, isClosed: false, parts: 1 };
}

export function objectOf(fields: ReadonlyMap<string, Schema>, isClosed: boolean): Schema {
  return withParts(leaf(0), { fields, isClosed });
}

export function listOf(items: Schema): Schema {
  return withParts(leaf(0), { items });
}

/** A schema with other parts. Of one that does not fit any more nothing is known. */
export function withParts(
  schema: Schema,
  change: Partial<Pick<Schema, 'fields' | 'items' | 'isClosed'>>,
): Schema {
  let parts = 1;
  const fitting = (part: Schema): Schema => {
    const fits = parts + part.parts <= maxParts;
    parts += fits ? part.parts : 1;
    return fits ? part : anything;
  };
  const { items, fields, ...rest } = { ...schema, ...change };
  return {
    ...rest,
    items: items && fitting(items),
    fields: fields && new Map([...fields].map(([key, part]) => [key, fitting(part)])),
    parts,
  };
}

/** What holds of a value that passes one of several. */
export function anyOf(schemas: readonly Schema[]): Schema {
  return schemas.length === 0 ? anything : schemas.reduce(either);
}

function either(a: Schema, b: Schema): Schema {
  const clears = a.clears & b.clears;
  const items = a.items && b.items && either(a.items, b.items);
  if (!a.fields || !b.fields) return withParts(leaf(clears), { items });
  const fields = new Map<string, Schema>();
  for (const key of new Set([...a.fields.keys(), ...b.fields.keys()])) {
    const [one, other] = [fieldOf(a, key), fieldOf(b, key)];
    fields.set(key, one && other ? either(one, other) : (one ?? other!));
  }
  return withParts(leaf(clears), { fields, items, isClosed: a.isClosed && b.isClosed });
}

/** What holds of a value that passes both. Of a field that both name, the second says what it is. */
export function bothOf(a: Schema, b: Schema): Schema {
  const fields = a.fields && b.fields ? new Map([...a.fields, ...b.fields]) : (a.fields ?? b.fields);
  return withParts(leaf(a.clears | b.clears), {
    fields,
    items: b.items ?? a.items,
    isClosed: a.isClosed || b.isClosed,
  });
}

/** What is known of a field; nothing is there of one that does not get through. Parts of what does no harm do none. */
export function fieldOf(schema: Schema, key: string): Schema | undefined {
  const { fields, items, isClosed } = schema;
  if (!fields && !items) return schema;
  return fields?.get(key) ?? (isClosed ? undefined : anything);
}
