import type { Expr } from '../../ir/ir.ts';
import { allLabels } from '../../knowledge/labels.ts';

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
  /** Another file has it, or what it extends: only the linker knows what that one says. Fields that are named here go before those of the other. */
  readonly elsewhere: SchemaElsewhere | undefined;
}

/** A part of a schema that another file may have. */
export interface SchemaElsewhere {
  /** The variable or class. */
  readonly name: readonly string[];
  /** The library that it has to be of; empty for any. */
  readonly library: string;
  /** The fields on the way to the part. */
  readonly path: readonly string[];
  /** Fields that it does not name get through, whatever it says. */
  readonly isOpened: boolean;
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
  return { clears, fields: undefined, items: undefined, isClosed: false, parts: 1, elsewhere: undefined };
}

/** A schema of another file. */
export function schemaElsewhere(name: readonly string[], library: string): Schema {
  return { ...leaf(0), elsewhere: { name, library, path: [], isOpened: false } };
}

/** Fields that are not named get through. */
export function opened(schema: Schema): Schema {
  const { elsewhere } = schema;
  return { ...schema, isClosed: false, elsewhere: elsewhere && { ...elsewhere, isOpened: true } };
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
  elsewhere = schema.elsewhere,
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
    elsewhere,
  };
}

/** What holds of a value that passes one of several. */
export function anyOf(schemas: readonly Schema[]): Schema {
  return schemas.length === 0 ? anything : schemas.reduce(either);
}

function either(a: Schema, b: Schema): Schema {
  const clears = a.clears & b.clears;
  const items = a.items && b.items && either(a.items, b.items);
  if (!a.fields || !b.fields)
    return {
      ...withParts(leaf(clears), { items }),
      elsewhere: sameElsewhere(a, b) ?? onlyElsewhere(a, b) ?? onlyElsewhere(b, a),
    };
  const fields = new Map<string, Schema>();
  for (const key of new Set([...a.fields.keys(), ...b.fields.keys()])) {
    const [one, other] = [fieldOf(a, key), fieldOf(b, key)];
    fields.set(key, one && other ? either(one, other) : (one ?? other!));
  }
  const isClosed = a.isClosed && b.isClosed && !a.elsewhere && !b.elsewhere;
  return withParts(leaf(clears), { fields, items, isClosed });
}

/** What another file knows of one of two, where the other one does no harm. */
function onlyElsewhere(a: Schema, b: Schema): SchemaElsewhere | undefined {
  return isHarmless(a) && !b.fields && !b.items ? b.elsewhere : undefined;
}

function sameElsewhere(a: Schema, b: Schema): SchemaElsewhere | undefined {
  const isSame = JSON.stringify(a.elsewhere) === JSON.stringify(b.elsewhere);
  return isSame && !a.fields && !b.fields && !a.items && !b.items ? a.elsewhere : undefined;
}

function isHarmless({ clears, fields, items }: Schema): boolean {
  return clears === allLabels && !fields && !items;
}

/** What holds of a value that passes both. Of a field that both name, the second says what it is. */
export function bothOf(a: Schema, b: Schema): Schema {
  // Which fields the second names is not known here: those of the first may be others.
  if (b.elsewhere && (a.fields || a.items || a.elsewhere))
    return { ...opened(b), clears: a.clears | b.clears };
  const fields = a.fields && b.fields ? new Map([...a.fields, ...b.fields]) : (a.fields ?? b.fields);
  return withParts(
    leaf(a.clears | b.clears),
    {
      fields,
      items: b.items ?? a.items,
      isClosed: a.isClosed || b.isClosed,
    },
    a.elsewhere ?? b.elsewhere,
  );
}

/** What is known of a field; nothing is there of one that does not get through. Parts of what does no harm do none. */
export function fieldOf(schema: Schema, key: string): Schema | undefined {
  const { fields, items, isClosed, elsewhere } = schema;
  const own = fields?.get(key);
  if (own) return own;
  if (elsewhere) {
    const path = [...elsewhere.path, key];
    return path.length > maxPath
      ? anything
      : { ...schemaElsewhere([], ''), elsewhere: { ...elsewhere, path } };
  }
  if (!fields && !items) return schema;
  return isClosed ? undefined : anything;
}

const maxPath = 6;
