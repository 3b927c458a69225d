import { expect, test } from 'vitest';
import { z } from 'zod';
import { importedEntries } from '../import-lines.ts';
import { meantField } from '../known-fields.ts';
import { readNdjson } from '../ndjson.ts';
import { pageQuery, wholeNumberUpTo } from '../page.ts';
import { toScanRequest } from '../scan-request.ts';
import { refuseTooLarge, sizeBoundsOf } from '../size-bounds.ts';
import { check, optional } from '../validation.ts';
import { vector, vectorText } from './vector-schema.ts';

async function* chunksOf(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
const numbered = z.strictObject({ n: z.int() });
const linesOf = (source: AsyncIterable<Uint8Array>, numbers = {}) =>
  Array.fromAsync(readNdjson(source, numbered, numbers), ({ line, value }) => `${line}:${value.n}`);

test('lines are read however they arrive, and counted with the blank ones', async () => {
  expect(await linesOf(chunksOf('{"n":1}\n', '\n \t\r\n{"n"', ':2}\n{"n":3}'))).toEqual([
    '1:1',
    '4:2',
    '5:3',
  ]);
  expect(await linesOf(chunksOf('{"n":1}\n{"n":2}\n'), { fromLine: 2 })).toEqual(['2:2']);
  expect(await linesOf(chunksOf('{"n":1}\n'), { linesBefore: 10 })).toEqual(['11:1']);
  expect(await linesOf(chunksOf(''))).toEqual([]);
});

test('a byte order mark may begin a file, and nothing but the file', async () => {
  expect(await linesOf(chunksOf('\ufeff{"n":1}\r\n{"n":2}'))).toEqual(['1:1', '2:2']);
  expect(await linesOf(chunksOf('\ufeff\n{"n":2}'))).toEqual(['2:2']);
  expect(await linesOf(chunksOf('\ufeff'))).toEqual([]);
  await expect(linesOf(chunksOf('\ufeff\ufeff{"n":1}'))).rejects.toMatchObject({ code: 'invalid_json' });
  await expect(linesOf(chunksOf('{"n":1}\n\ufeff{"n":2}'))).rejects.toMatchObject({ code: 'invalid_json' });
  await expect(linesOf(chunksOf('\ufeff{"n":1}'), { linesBefore: 1 })).rejects.toMatchObject({
    code: 'invalid_json',
  });
});

test('a wrong line is named, and so is what is wrong in it', async () => {
  await expect(linesOf(chunksOf('{"n":1}\n{"n":"x"}\n'))).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/^Line 2: /),
    details: [{ path: 'lines[2].n' }],
  });
  await expect(linesOf(chunksOf('{"n":'))).rejects.toMatchObject({
    message: expect.stringMatching(/^Line 1: It /),
  });
});

test('a line has at most 2 MiB', async () => {
  const line = (bytes: number) => `{"n":1${' '.repeat(bytes - 7)}}`;
  expect(await linesOf(chunksOf(line(2 * 1024 * 1024)))).toEqual(['1:1']);
  await expect(linesOf(chunksOf(line(2 * 1024 * 1024 + 1)))).rejects.toMatchObject({
    code: 'payload_too_large',
  });
  // Each line by itself, not all together.
  expect(await linesOf(chunksOf(`${line(2 * 1024 * 1024)}\n`, `${line(1024 * 1024)}\n`))).toHaveLength(2);
});

test('an imported entry has its line, without what the import decides itself', async () => {
  const [entry] = await Array.fromAsync(
    importedEntries(chunksOf('\n{"content":"a","namespace":"x","flags":[]}'), {}),
  );
  expect(entry).toMatchObject({ content: 'a', line: 2 });
  expect(entry).not.toHaveProperty('namespace');
  expect(entry).not.toHaveProperty('flags');
});

test.each([
  ['1', 1],
  ['200', 200],
  ['201', undefined],
  ['0', undefined],
  ['', undefined],
  ['0x10', undefined],
  ['1e2', undefined],
  ['-1', undefined],
  [7, undefined],
])('"%s" as a number up to 200 is %s', (text, number) => {
  expect(wholeNumberUpTo(200).safeParse(text).data).toBe(number);
});

test('a list has 50 items unless the caller says otherwise', () => {
  expect(pageQuery.parse({})).toEqual({ limit: 50 });
  expect(pageQuery.safeParse({ limit: '201' }).success).toBe(false);
  expect(pageQuery.safeParse({ cursor: '' }).success).toBe(false);
  expect(pageQuery.safeParse({ cursor: 'x'.repeat(2_049) }).success).toBe(false);
});

const bounded = z.strictObject({
  list: z.array(z.string()).max(2),
  many: z.array(z.int()).meta({ maxItems: 3 }).optional(),
  map: z.record(z.string(), z.int()).meta({ maxProperties: 1 }).nullish(),
  inner: z.strictObject({ list: z.array(z.int()).max(1).default([]) }).optional(),
  free: z.array(z.int()).optional(),
});

test('sizes are checked before anything is looked at', () => {
  expect(sizeBoundsOf(bounded)).toEqual([
    { path: ['list'], kind: 'array', max: 2, isPayload: false },
    { path: ['many'], kind: 'array', max: 3, isPayload: true },
    { path: ['map'], kind: 'object', max: 1, isPayload: false },
    { path: ['inner', 'list'], kind: 'array', max: 1, isPayload: false },
  ]);
  const refuse = (input: unknown) => () => refuseTooLarge(sizeBoundsOf(bounded), input);
  for (const fits of [
    null,
    3,
    {},
    { list: ['a', 'b'] },
    { many: [1, 2, 3] },
    { map: { a: 1 } },
    { map: [1, 2] },
    { inner: null },
    { list: { a: 1, b: 2, c: 3 } },
  ])
    expect(refuse(fits), JSON.stringify(fits)).not.toThrow();
  expect(refuse({ many: [1, 2, 3, 4] })).toThrow(
    expect.objectContaining({
      code: 'payload_too_large',
      message: 'many: Has 4 items; one request may have 3.',
    }),
  );
  expect(refuse({ list: ['a', 'b', 'c'] })).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      details: [expect.objectContaining({ path: 'list', code: 'too_big' })],
    }),
  );
  expect(refuse({ map: { a: 1, b: 2 } })).toThrow(
    expect.objectContaining({
      details: [{ path: 'map', code: 'too_big', message: 'Must have at most 1 fields.' }],
    }),
  );
  expect(refuse({ inner: { list: [1, 2] } })).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ path: 'inner.list' })] }),
  );
});

test('a wrong request has a detail for each fault, up to 20', () => {
  const faults = (schema: z.ZodType, input: unknown) => {
    try {
      check(schema, input);
    } catch (error) {
      return (error as { details: Array<{ path: string; code: string; message: string }> }).details;
    }
    return [];
  };
  const schema = z.strictObject({ limit: z.int(), name: optional(z.string()) });
  expect(check(schema, { limit: 1, name: null })).toEqual({ limit: 1 });
  expect(faults(schema, {})).toMatchObject([{ path: 'limit', code: 'required' }]);
  expect(faults(schema, { limit: 1, topK: 2, zzz: 1 })).toEqual([
    { path: 'topK', code: 'unknown_field', message: 'There is no such field; did you mean "limit"?' },
    { path: 'zzz', code: 'unknown_field', message: 'There is no such field.' },
  ]);
  expect(faults(schema, { limit: 'x' })).toMatchObject([{ path: 'limit', code: 'invalid_type' }]);
  expect(
    faults(
      z.array(z.int()),
      Array.from({ length: 30 }, () => 'x'),
    ),
  ).toHaveLength(20);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, 1]));
  expect(faults(schema, { limit: 1, ...many })).toHaveLength(20);
});

test.each([
  [['a'], 'limt', 'limit'],
  [[], 'collection', 'namespace'],
  [['entries', 0], 'page_content', 'content'],
  [['entries', 0], 'collection', undefined],
  [['wrapped'], 'q', 'query'],
  [['either'], 'text', 'content'],
  [['nowhere'], 'limit', undefined],
])('at %o "%s" means %s', (path, name, meant) => {
  const schema = z.object({
    namespace: z.string(),
    a: z.object({ limit: z.int() }),
    entries: z.array(z.object({ content: z.string() })),
    wrapped: z.object({ query: z.string() }).nullable().optional().default(null),
    either: z.union([z.string(), z.object({ content: z.string() })]),
  });
  expect(meantField(schema, path, name)).toBe(meant);
});

test('a vector comes as numbers or as base64, and has length 1 afterwards', () => {
  expect([...vector.parse([3, 4])]).toEqual([...Float32Array.of(0.6, 0.8)]);
  const text = vectorText(Float32Array.of(0.6, 0.8));
  expect(Buffer.from(text, 'base64')).toHaveLength(8);
  expect([...vector.parse(text)].map((number) => number.toFixed(6))).toEqual(['0.600000', '0.800000']);
});

test.each<[value: unknown, message: RegExp | undefined]>([
  [[1], /2 to 4096 numbers/],
  [[1, 0], undefined],
  [Array.from({ length: 4_096 }, () => 1), undefined],
  [Array.from({ length: 4_097 }, () => 1), /2 to 4096 numbers/],
  [vectorText(new Float32Array(4_096).fill(1)), undefined],
  ['A'.repeat(6 * 4_096 + 1), /2 to 4096 numbers/],
  [vectorText(new Float32Array(4_097).fill(1)), /2 to 4096 numbers/],
  [[1, 'x'], /array of numbers/],
  [{}, /array of numbers/],
  [[0, 0], /direction/],
  [[1e-13, 0], /direction/],
  [[1e-11, 0], undefined],
  [[1e200, 1e200], /direction/],
  ['AAAA', /base64 of 32-bit floats/],
  ['AAAAAAAA!', /base64 of 32-bit floats/],
  [Buffer.alloc(6).toString('base64'), /base64 of 32-bit floats/],
])('the vector %j', (value, message) => {
  const { success, error } = vector.safeParse(value);
  expect(success).toBe(message === undefined);
  if (message) expect(error!.issues[0]!.message).toMatch(message);
});

test('what a request for a scan omits stays omitted', () => {
  type Body = Parameters<typeof toScanRequest>[0];
  const least = { repoUrl: 'u', history: false, trustRepositoryConfig: false, labels: {} };
  expect(toScanRequest({ repoUrl: 'u' } as Body, 0)).toStrictEqual(least);
  const body = {
    repoUrl: 'u',
    branch: 'main',
    engines: ['code', 'code', 'secrets'],
    history: true,
    baseline: { ref: 'x' },
    paths: { include: ['a'], exclude: undefined },
    policy: { failOn: 'high', other: undefined },
    credentialId: 'c',
    webhookUrl: 'w',
    remember: { namespace: 'n', tests: undefined },
    trustRepositoryConfig: true,
    labels: { a: 'b' },
  } as unknown as Body;
  const expected = {
    ...body,
    engines: ['code', 'secrets'],
    paths: { include: ['a'] },
    policy: { failOn: 'high' },
    remember: { namespace: 'n', maxEntries: 5 },
  };
  expect(toScanRequest(body, 5)).toStrictEqual(expected);
  expect(toScanRequest(body, 0).remember).toStrictEqual({ namespace: 'n' });
});
