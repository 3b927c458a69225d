import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ExactNumber } from '../../kernel/json/exact-number.ts';
import { memoryLimits } from '../../memory/limits.ts';
import { newEntries } from '../memory-schemas.ts';
import { readPlainEntries } from './plain-entries.ts';
import { withShortcut } from './shortcut.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', '\u200b', 'a', '漢字', '\u0001', '😀', 'x'.repeat(100), `é${'x'.repeat(256)}`),
  fc.constantFrom(87_381, 87_382, 262_144, 262_145).map((length) => 'x'.repeat(length)),
);
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(new ExactNumber('12345678901234567890')),
  fc.constantFrom(6, 7, 8, 9).map((depth) => nested(depth)),
  fc.constantFrom(2_000, 2_720, 16_370, 16_384, 20_000).map((length) => 'm'.repeat(length)),
);
const name = fc.oneof(fc.constantFrom('a', 'b', 'user'), fc.constant('__proto__'), text);
const plain = fc.record(
  {
    content: fc.constantFrom('a', 'Ada likes tea.', '漢字'),
    metadata: fc.dictionary(name, json, { maxKeys: 3 }),
    externalId: fc.constantFrom('a', 'b', 'c'),
  },
  { requiredKeys: ['content'] },
);
const wild = fc.record(
  {
    content: fc.oneof(text, fc.constantFrom(null, 1, {})),
    metadata: fc.oneof(fc.dictionary(name, json, { maxKeys: 3 }), json),
    externalId: fc.oneof(text, fc.constantFrom(null, 'a', 5)),
    expiresAt: fc.constantFrom(null, '2030-01-01T00:00:00Z', 'soon', undefined),
    other: fc.constant(1),
  },
  { requiredKeys: ['content'] },
);
const entry = fc.oneof({ weight: 3, arbitrary: plain }, wild);

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

test('the shortcut gives what the schema gives, or nothing', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(fc.array(entry, { maxLength: 3 }), fc.jsonValue()), (input) => {
      const quick = readPlainEntries(input);
      if (quick === undefined) return;
      taken++;
      expect(newEntries.parse(input)).toEqual(quick);
    }),
    { numRuns: 5_000 },
  );
  expect(taken).toBeGreaterThan(200);
});

test('what most callers send takes the shortcut', () => {
  const metadata = { user: 'ada', tags: ['a', 'b'], at: '2026-01-01T00:00:00Z', n: 1, nested: { a: null } };
  expect(readPlainEntries([{ content: 'Ada likes tea.' }])).toEqual([
    { content: 'Ada likes tea.', metadata: {}, externalId: undefined, expiresAt: undefined },
  ]);
  expect(readPlainEntries([{ content: '漢字', metadata, externalId: 'note-1' }])).toHaveLength(1);
});

test.each<[string, boolean]>([
  ['a', true],
  ['!', true],
  ['~ ', true],
  ['é', true],
  ['٣', true],
  // What begins with something that may be invisible, or nothing, is left to the schema.
  ['', false],
  [' a', false],
  ['\u007fa', false],
  ['\u0080a', false],
  ['\u200ba', false],
  ['😀 a', false],
  ['a'.repeat(87_381), true],
  ['a'.repeat(87_382), false],
])('the content %.10j takes the shortcut: %s', (content, isPlain) => {
  expect(readPlainEntries([{ content }]) !== undefined).toBe(isPlain);
});

test.each<[unknown, boolean]>([
  ['x', true],
  ['~ !', true],
  ['x'.repeat(80), true],
  ['x'.repeat(81), false],
  ['', false],
  ['é', false],
  [1, false],
  [null, false],
])('the name %.10j takes the shortcut: %s', (externalId, isPlain) => {
  expect(readPlainEntries([{ content: 'a', externalId }]) !== undefined).toBe(isPlain);
});

test('one entry that does not take the shortcut leaves all to the schema, wherever it is', () => {
  const [good, bad] = [{ content: 'a' }, { content: ' a' }];
  expect(readPlainEntries([good, good])).toHaveLength(2);
  for (const list of [
    [bad, good],
    [good, bad],
    [good, bad, good],
  ])
    expect(readPlainEntries(list)).toBeUndefined();
  for (const value of [undefined, null, 'a', { length: 1, 0: good }])
    expect(readPlainEntries(value)).toBeUndefined();
  // As many bytes as metadata may have when it is written out at its longest.
  const metadata = (length: number) => [{ content: 'a', metadata: { a: 'm'.repeat(length) } }];
  expect(readPlainEntries(metadata(100))).toHaveLength(1);
  expect(readPlainEntries(metadata(memoryLimits.metadataBytes))).toBeUndefined();
});

test('what the schema refuses never takes it', () => {
  const many = Array(memoryLimits.metadataDepth + 1).fill(0);
  const deep = many.reduce<unknown>((inner) => ({ inner }), 1);
  for (const wrong of [
    [],
    {},
    [{ content: ' ' }],
    [{ content: 'a', metadata: deep }],
    [{ content: 'a', metadata: { a: 'x'.repeat(20_000) } }],
    [{ content: 'a', metadata: [] }],
    [{ content: 'a', metadata: new ExactNumber('12345678901234567890') }],
    [{ content: 'a', unknown: 1 }],
    [{ content: 'a', externalId: 'a\n' }],
    [
      { content: 'a', externalId: 'x' },
      { content: 'b', externalId: 'x' },
    ],
    [JSON.parse('{"content":"a","__proto__":1}')],
  ]) {
    expect(readPlainEntries(wrong)).toBeUndefined();
    expect(newEntries.safeParse(wrong).success).toBe(false);
  }
});

test('a shortcut is taken where it gives something, and the schema decides everywhere else', () => {
  const schema = withShortcut(z.string().min(3), (value) => (value === 'a' ? 'by the shortcut' : undefined));
  const read = z.strictObject({ text: schema });
  expect(read.parse({ text: 'a' })).toEqual({ text: 'by the shortcut' });
  expect(read.parse({ text: 'abc' })).toEqual({ text: 'abc' });
  expect(read.safeParse({ text: 'b' }).success).toBe(false);
  expect(read.safeParse({}).success).toBe(false);
});
