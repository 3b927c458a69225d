import { expect, test } from 'vitest';
import { Generation } from '../../generation.ts';
import { NamespaceIndex } from '../../namespace-index.ts';
import { writeSnapshot } from '../../snapshot/snapshot-format.ts';
import { VectorArena } from '../vector-arena.ts';
import { VectorRows } from '../vector-rows.ts';

const dims = 24;
const stretchRows = 2_048;
const count = 2 * stretchRows + 300;
const calibration = { points: [[-1, 0] as const, [1, 1] as const] };
const newArena = (rows = stretchRows) =>
  VectorArena.create(undefined, { stretchRows: rows, wideRows: 1_024, cellsFrom: 0 });
const middles = Array.from({ length: 40 }, (_, i) => vectorOf(90_000 + i, 0));
const asked = Array.from({ length: 12 }, (_, i) => vectorOf(50_000 + i, 0.2));
const learnt = await rowsWithCells();
const whole = learnt.search.cellSections().map(bytesOf);

async function rowsWithCells(): Promise<VectorRows> {
  const rows = new VectorRows(await newArena(), dims);
  for (let row = 0; row < count; row++) rows.append(vectorOf(row, 0.5));
  await rows.search.top(rows.search.turn(asked[0]!), 10, { rows: 'all' });
  return rows;
}

/** The same rows in another memory, before anything is known of their cells. */
async function sameRows(rows = stretchRows): Promise<VectorRows> {
  const same = new VectorRows(await newArena(rows), dims);
  const section = learnt.section('vectors');
  same.addEmpty(count);
  same.writeBytes(0, bytesOf(section));
  return same;
}

function bytesOf({ byteLength, copy }: { byteLength: number; copy(start: number, into: Uint8Array): void }) {
  const bytes = new Uint8Array(byteLength);
  // In pieces that end anywhere.
  for (let at = 0; at < byteLength; at += 4_099) copy(at, bytes.subarray(at, at + 4_099));
  return bytes;
}

/** Whether the section was taken for what it should be. */
function read(rows: VectorRows, name: string, bytes: Uint8Array): boolean {
  const sink = rows.search.cellSink(name)!;
  if (!sink.begin({ tag: '', generation: '', dims, rows: count }, bytes.length)) return false;
  for (let at = 0; at < bytes.length; at += 777) sink.write(at, bytes.subarray(at, at + 777));
  return sink.end!();
}

const search = async (rows: VectorRows) =>
  Promise.all(asked.map((query) => rows.search.top(rows.search.turn(query), 10, { rows: 'all' })));

test('cells of full stretches are sections that never change, the same for the same rows', async () => {
  const sections = learnt.search.cellSections();
  expect(sections.map(({ name, key }) => [name, key])).toEqual([
    ['cells.0', `c0x${stretchRows}`],
    [`cells.${stretchRows}`, `c${stretchRows}x${stretchRows}`],
  ]);
  for (const { stableBytes, byteLength } of sections) expect(stableBytes).toBe(byteLength);
  const again = await rowsWithCells();
  expect(again.search.cellSections().map(bytesOf)).toEqual(whole);
  again.release();
  // A later snapshot does not write them again, whichever columns come before them.
  const ids = (before: number) =>
    Array.from(
      writeSnapshot(
        { tag: '', generation: 'g', dims, rows: count },
        [
          ...Array.from({ length: before }, (_, i) => ({ ...learnt.section('vectors'), name: `v${i}` })),
          ...sections,
        ],
        `save${before}`,
        4_096,
      ),
      ({ id }) => id,
    ).filter((id) => id.startsWith('g-c'));
  expect(ids(1)).toEqual(ids(3));
  expect(ids(1)[0]).toBe(`g-c0x${stretchRows}-0`);
});

test('a search after a restart finds the same and makes no cells', async () => {
  const restored = await sameRows();
  expect(learnt.search.cellSections().every(({ name }, i) => read(restored, name, whole[i]!))).toBe(true);
  const cells = restored.stretches.map((stretch) => stretch.cells);
  expect(cells.map((each) => each?.scan.reach)).toEqual(
    learnt.stretches.map((each) => each.cells?.scan.reach),
  );
  expect(await search(restored)).toEqual(await search(learnt));
  expect(restored.stretches.map((stretch) => stretch.cells)).toEqual(cells);
  const { arena } = restored.stretches[0]!;
  restored.release();
  expect(arena.allocatedBytes).toBe(await emptyBytes());
});

/** What a memory has of which nothing is in use: the tables of the rotation. */
async function emptyBytes(): Promise<number> {
  const arena = await newArena();
  arena.rotationOf(dims);
  return arena.allocatedBytes;
}

test('cells of rows that lie otherwise now are passed over, and made again', async () => {
  const other = await sameRows(1_024);
  expect(learnt.search.cellSections().every(({ name }, i) => read(other, name, whole[i]!))).toBe(true);
  expect(other.stretches.every(({ cells }) => cells === undefined)).toBe(true);
  expect((await search(other))[0]!.rows).toHaveLength(10);
  expect(other.search.storedCells).toBe(4);
  for (const name of ['cells.', 'cells.-1', 'cells.9', 'cells.0x', `cells.${2 * stretchRows}`])
    expect(read(other, name, whole[0]!)).toBe(true);
  for (const name of ['vectors', 'words.pool', 'cell', 'Cells.0'])
    expect(other.search.cellSink(name)).toBeUndefined();
  other.release();
});

const { scan } = learnt.stretches[0]!.cells!;
const head = 8 + dims * 4;
/** Where something of the cells is in their section. */
const at = (place: number) => head + (place - scan.bits);

test.each<[string, number, (view: DataView, at: number) => void]>([
  ['reach that is no number', 0, (view, place) => view.setFloat64(place, Number.NaN, true)],
  ['reach below zero', 0, (view, place) => view.setFloat64(place, -1, true)],
  ['centre that is no number', 8, (view, place) => view.setFloat32(place, Number.POSITIVE_INFINITY, true)],
  ['row that there is not', at(scan.order), (view, place) => view.setUint32(place, stretchRows, true)],
  [
    'row that is there twice',
    at(scan.order),
    (view, place) => view.setUint32(place, view.getUint32(place + 4, true), true),
  ],
  ['cell that begins elsewhere', at(scan.places) + 8, (view, place) => view.setUint32(place, 1, true)],
  ['cell of very many rows', at(scan.places) + 4, (view, place) => view.setUint32(place, 2 ** 32 - 1, true)],
  ['cell without its rows', at(scan.places) + 4, (view, place) => view.setUint32(place, 0, true)],
  ['size that is no number', at(scan.sizes), (view, place) => view.setFloat32(place, Number.NaN, true)],
  ['shape that is no number', at(scan.shapes), (view, place) => view.setFloat32(place, Number.NaN, true)],
])('a file with a %s is not used', async (_, place, spoil) => {
  const bytes = whole[0]!.slice();
  spoil(new DataView(bytes.buffer), place);
  const rows = await sameRows();
  expect(read(rows, 'cells.0', bytes)).toBe(false);
  rows.release();
});

test('two centres for one namespace, and a section of another length, are not used', async () => {
  const rows = await sameRows();
  const other = whole[1]!.slice();
  new DataView(other.buffer).setFloat32(8, 0.25, true);
  expect(read(rows, 'cells.0', whole[0]!)).toBe(true);
  expect(read(rows, `cells.${stretchRows}`, other)).toBe(false);
  const short = await sameRows();
  expect(read(short, 'cells.0', whole[0]!.subarray(1))).toBe(true);
  expect(short.stretches[0]!.cells).toBeUndefined();
  rows.release();
  short.release();
});

test('an index says when it has learnt something, until it is saved, and brings it back', async () => {
  const index = new NamespaceIndex({ dims, calibration, arena: await newArena() });
  index.put(
    Array.from({ length: count }, (_, i) => ({
      id: `e${i}`,
      metadata: {},
      createdAt: i,
      updatedAt: i,
      passages: [{ text: `word${i % 50}`, vector: vectorOf(i, 0.5) }],
    })),
  );
  const request = { vector: asked[1]!, text: 'word7', mode: 'blended' as const, limit: 5, now: 0 };
  expect(index.hasLearnt).toBe(false);
  const found = await index.search(request);
  expect(index.hasLearnt).toBe(true);
  const frozen = index.snapshot('tag');
  const parts = Array.from(frozen.parts, ({ bytes }) => bytes());
  frozen.release();
  expect(index.hasLearnt).toBe(false);
  const own = await newArena();
  const restored = (await NamespaceIndex.restore(parts, { dims, calibration, arena: own }))!.index;
  expect(restored.hasLearnt).toBe(false);
  expect(await restored.search(request)).toEqual(found);
  expect(restored.hasLearnt).toBe(false);
  const generation = (await Generation.restore(parts, await newArena(), dims))!.generation;
  expect(generation.vectors.stretches.map(({ cells }) => cells !== undefined)).toEqual([true, true, false]);
});

/** Around one of a few middles. */
function vectorOf(seed: number, noise: number): Float32Array {
  let state = Math.imul(seed + 1, 2_654_435_761) | 1;
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2_147_483_648;
  };
  const middle = noise === 0 ? undefined : middles[seed % middles.length]!;
  const vector = Float32Array.from({ length: dims }, (_, i) =>
    middle ? middle[i]! + noise * random() : random(),
  );
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}
