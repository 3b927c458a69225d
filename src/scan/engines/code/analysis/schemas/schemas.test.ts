import { describe, expect, test } from 'vitest';
import {
  anyOf,
  anything,
  bothOf,
  fieldOf,
  leaf,
  objectOf,
  type Schema,
} from '../../domain/schemas/schema.ts';
import { constantValue, unknownValue, type Value } from '../../domain/value.ts';
import { allLabels, labelMask } from '../../knowledge/labels.ts';
import { jsonSchema } from './json-schema.ts';
import { wordedSchema } from './worded-rules.ts';

type Written = string | number | boolean | null | readonly Written[] | { readonly [key: string]: Written };

function literal(written: Written): Value {
  if (written === null || typeof written !== 'object') return constantValue(written);
  const isList = Array.isArray(written);
  const fields = new Map(Object.entries(written).map(([key, part]) => [key, literal(part as Written)]));
  const length = isList ? fields.size : undefined;
  return {
    ...unknownValue,
    dynamic: false,
    shape: { kind: isList ? 'list' : 'map', fields, rest: undefined, length },
  };
}

const sql = labelMask(['sql']);
const json = (written: Written) => jsonSchema(literal(written));

describe('a JSON schema', () => {
  test.each<[string, Written]>([
    ['an integer', { type: 'integer' }],
    ['a number or nothing', { type: ['number', 'null'] }],
    ['one of a list', { enum: ['a', 'b'] }],
    ['a constant', { const: 'a' }],
    ['an identifier', { type: 'string', format: 'uuid' }],
    ['a number or a word', { anyOf: [{ type: 'number' }, { enum: ['all'] }] }],
    ['one that is also a number', { type: 'string', allOf: [{ type: 'integer' }] }],
  ])('lets no text of the sender pass: %s', (_name, written) => {
    expect(json(written)?.clears).toBe(allLabels);
  });

  test.each<[string, Written]>([
    ['a text', { type: 'string' }],
    ['a number or a text', { type: ['number', 'string'] }],
    ['any address', { type: 'string', format: 'uri' }],
    ['a format of what may be a list', { format: 'uuid' }],
    ['a pattern of what may be a list', { pattern: '^[a-z]+$' }],
    ['a pattern of a part of the text', { type: 'string', pattern: '[a-z]+' }],
    ['a number or any text', { oneOf: [{ type: 'number' }, { type: 'string' }] }],
    ['no type at all', { type: [] }],
  ])('lets text pass: %s', (_name, written) => {
    expect(json(written)?.clears).toBe(0);
  });

  test('says which characters a text may hold', () => {
    expect(json({ type: 'string', pattern: '^[a-z]+$' })!.clears & sql).toBe(sql);
    expect(jsonSchema(literal({ pattern: '^[a-z]+$' }), true)!.clears & sql).toBe(sql);
  });

  test('says what fields and items are, and whether there may be others', () => {
    const page = { type: 'object', properties: { size: { type: 'integer' } }, additionalProperties: false };
    const schema = json({
      type: 'object',
      properties: { page, ids: { type: 'array', items: { type: 'integer' } } },
    })!;
    expect(fieldOf(schema, 'other')).toBe(anything);
    expect(schema.fields?.get('ids')?.items?.clears).toBe(allLabels);
    const inner = schema.fields!.get('page')!;
    expect([fieldOf(inner, 'size')?.clears, fieldOf(inner, 'other')]).toEqual([allLabels, undefined]);
  });

  test('is none where nothing of it is written, or what is nested too deep', () => {
    expect(jsonSchema(unknownValue)).toBeUndefined();
    let deep: Written = { type: 'integer' };
    for (let i = 0; i < 10; i++) deep = { anyOf: [deep] };
    expect(json(deep)?.clears).toBe(0);
  });
});

describe('rules that are written as words', () => {
  const words = { separator: '|', harmless: /^(?:integer|in)(?::|$)/, pattern: 'regex:' };
  const worded = (written: Written) => wordedSchema(literal(written), words);
  const at = (schema: Schema | undefined, ...path: string[]) =>
    path.reduce<Schema | undefined>(
      (inner, key) => (key === '*' ? inner?.items : inner?.fields?.get(key)),
      schema,
    );

  test.each<[string, Written, number]>([
    ['a word among others', 'required|integer', allLabels],
    ['a word with a list', 'in:asc,desc', allLabels],
    ['words in a list', ['required', 'integer'], allLabels],
    ['a word that only begins like one', 'integers|required', 0],
    ['a text', 'required|string', 0],
    ['what is no rule', 7, 0],
  ])('%s', (_name, rules, clears) => {
    expect(at(worded({ a: rules }), 'a')?.clears).toBe(clears);
  });

  test('a pattern says which characters there may be, if it is about all of the text', () => {
    expect(at(worded({ a: ['regex:/^[a-z]+$/'] }), 'a')!.clears & sql).toBe(sql);
    expect(at(worded({ a: ['regex:/[a-z]+/'] }), 'a')!.clears).toBe(0);
  });

  test('names with dots are fields of fields, stars the items of lists', () => {
    const schema = worded({
      'page.size': 'integer',
      'ids.*': 'integer',
      'rows.*.id': 'integer',
      page: 'array',
    });
    expect(at(schema, 'page', 'size')?.clears).toBe(allLabels);
    expect(at(schema, 'ids', '*')?.clears).toBe(allLabels);
    expect(at(schema, 'rows', '*', 'id')?.clears).toBe(allLabels);
    expect(wordedSchema(unknownValue, words)).toBeUndefined();
  });
});

describe('schemas', () => {
  const number = leaf(allLabels);
  const closed = objectOf(new Map([['a', number]]), true);
  const open = objectOf(new Map([['a', number]]), false);

  test('of which one holds say what all of them say', () => {
    expect(anyOf([])).toBe(anything);
    expect(anyOf([number, leaf(sql)]).clears).toBe(sql);
    const other = objectOf(new Map([['b', number]]), true);
    expect(fieldOf(anyOf([closed, other]), 'a')?.clears).toBe(allLabels);
    expect(fieldOf(anyOf([open, objectOf(new Map(), false)]), 'a')?.clears).toBe(0);
    expect(anyOf([closed, open]).isClosed).toBe(false);
    expect(anyOf([open, anything]).fields).toBeUndefined();
  });

  test('that hold together say all that they say', () => {
    expect(bothOf(leaf(sql), leaf(labelMask(['html']))).clears).toBe(labelMask(['sql', 'html']));
    const both = bothOf(closed, objectOf(new Map([['b', number]]), false));
    expect([...both.fields!.keys(), both.isClosed]).toEqual(['a', 'b', true]);
  });

  test('parts of what does no harm do none', () => {
    expect(fieldOf(number, 'value')?.clears).toBe(allLabels);
  });
});

/** A schema, or what is written of one, that is used twice inside of itself so many times. */
function doubled<T>(first: T, levels: number, twice: (inner: T) => T): T {
  let made = first;
  for (let i = 0; i < levels; i++) made = twice(made);
  return made;
}

describe('a schema that is used twice inside of one that is used twice, and so on', () => {
  const nested = (first: Schema) =>
    doubled(first, 60, (inner) =>
      objectOf(
        new Map([
          ['a', inner],
          ['b', inner],
        ]),
        false,
      ),
    );

  test('is joined with another one in bounded work, and what does not fit may be anything', () => {
    const joined = anyOf([nested(leaf(allLabels)), nested(leaf(sql))]);
    expect(joined.parts).toBeLessThanOrEqual(2_000);
    const deep = Array.from({ length: 60 }).reduce<Schema>((at) => fieldOf(at, 'b')!, joined);
    expect(deep.clears).toBe(0);
  });

  test('says of its first parts what they are', () => {
    const joined = anyOf([
      objectOf(
        new Map([
          ['id', leaf(allLabels)],
          ['rest', nested(leaf(0))],
        ]),
        false,
      ),
      objectOf(new Map([['id', leaf(sql)]]), false),
    ]);
    expect(fieldOf(joined, 'id')!.clears).toBe(sql);
  });

  test('is read in bounded work where it is written as JSON', () => {
    const wide = (inner: Value): Value => {
      const properties = new Map(Array.from({ length: 60 }, (_, i) => [`p${i}`, inner] as const));
      const of = (fields: ReadonlyMap<string, Value>): Value => ({
        ...unknownValue,
        shape: { kind: 'map', fields, rest: undefined, length: undefined },
      });
      return of(new Map([['properties', of(properties)]]));
    };
    expect(jsonSchema(doubled(literal({ type: 'integer' }), 6, wide))!.parts).toBeLessThanOrEqual(2_000);
  });
});
