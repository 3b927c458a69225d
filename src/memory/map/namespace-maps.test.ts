import { afterAll, beforeAll, expect, test } from 'vitest';
import { anna, bert, type MemoryHarness, openMemory, temporaryFolder } from '../../../test/memory/harness.ts';
import { createIndexFactory } from '../index/index-factory.ts';
import { coloursOf } from './namespace-maps.ts';

let folder: ReturnType<typeof temporaryFolder>;
let harness: MemoryHarness;

beforeAll(async () => {
  folder = temporaryFolder();
  harness = await openMemory({ path: folder.path, indexes: await createIndexFactory(1) });
  const topics = Array.from({ length: 30 }, (_, i) =>
    i < 5 ? 'tea' : i < 8 ? { deep: i } : i < 9 ? undefined : `t${i}`,
  );
  await harness.memory.write(anna, {
    namespace: 'notes',
    entries: topics.map((topic, i) => ({
      content: `note ${i} about ${JSON.stringify(topic)}`,
      metadata: topic === undefined ? {} : { topic },
    })),
  });
});

afterAll(async () => {
  await harness.close();
  folder.dispose();
});

test('a map has a place for each entry, and a colour for the commonest values', async () => {
  const map = await harness.maps.read(anna, {
    namespace: 'notes',
    sample: 100,
    colourPath: ['metadata', 'topic'],
  });
  expect(map).toMatchObject({ namespace: 'notes', model: 'stub', total: 30 });
  expect(map.ids).toHaveLength(30);
  expect(new Set(map.ids).size).toBe(30);
  const { values, ofPoints } = map.colours!;
  expect(values).toHaveLength(20);
  expect(values[0]).toBe('tea');
  expect(values).toContain('t10');
  expect(ofPoints).toHaveLength(30);
  expect(ofPoints.filter((colour) => colour === 0)).toHaveLength(5);
  // 25 values there are; one entry has none.
  expect(ofPoints.filter((colour) => colour === -1)).toHaveLength(1 + 25 - 20);
  expect(map.query).toBeUndefined();
});

test('a sample is smaller, a question has its place, and the same map is drawn once', async () => {
  const request = { namespace: 'notes', sample: 10 };
  const map = await harness.maps.read(anna, request);
  expect(map.ids).toHaveLength(10);
  expect(map.colours).toBeUndefined();
  const asked = await harness.maps.read(anna, { ...request, query: 'note about tea' });
  expect(asked.projection).toBe(map.projection);
  expect([asked.query!.x, asked.query!.y].every(Number.isFinite)).toBe(true);
  await harness.memory.write(anna, { namespace: 'notes', entries: [{ content: 'one more', metadata: {} }] });
  expect((await harness.maps.read(anna, request)).projection).not.toBe(map.projection);
});

test('the last eight maps are kept', async () => {
  const read = async (sample: number) =>
    (await harness.maps.read(anna, { namespace: 'notes', sample })).projection;
  const first = await read(11);
  for (let sample = 12; sample < 19; sample++) await read(sample);
  expect(await read(11)).toBe(first);
  await read(19);
  expect(await read(11)).not.toBe(first);
});

test('a namespace that is not there, or not for this key, has no map', async () => {
  await expect(harness.maps.read(bert, { namespace: 'notes', sample: 5 })).rejects.toMatchObject({
    code: 'not_found',
  });
  const bound = { ...anna, mayUseNamespace: () => false };
  await expect(harness.maps.read(bound, { namespace: 'notes', sample: 5 })).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
});

test.each<[string, Parameters<typeof coloursOf>[0], ReturnType<typeof coloursOf>]>([
  ['nothing', [], { values: [], ofPoints: [] }],
  ['no values', [undefined, undefined], { values: [], ofPoints: [-1, -1] }],
  ['the commonest first', ['a', 'b', 'b', undefined], { values: ['b', 'a'], ofPoints: [1, 0, 0, -1] }],
  ['equally common ones by their names', ['c', 'a', 'b'], { values: ['a', 'b', 'c'], ofPoints: [2, 0, 1] }],
  [
    'other values as JSON',
    [1, true, null, { a: 1 }, '1'],
    { values: ['1', 'null', 'true', '{"a":1}'], ofPoints: [0, 2, 1, 3, 0] },
  ],
  [
    'long ones by their first hundred characters',
    ['x'.repeat(100), 'x'.repeat(101)],
    { values: ['x'.repeat(100)], ofPoints: [0, 0] },
  ],
])('colours are given to %s', (_, found, colours) => {
  expect(coloursOf(found)).toEqual(colours);
});

test('twenty values have a colour', () => {
  const names = Array.from({ length: 21 }, (_, i) => `v${String(i).padStart(2, '0')}`);
  expect(coloursOf(names)).toEqual({
    values: names.slice(0, 20),
    ofPoints: [...names.slice(0, 20).keys(), -1],
  });
});
