import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWholePart, readSnapshot, writeSnapshot } from './snapshot-format.ts';
import { columnSection, type SectionSink } from './snapshot-sections.ts';

const header = { tag: 'mark 7', generation: 'g', dims: 3, rows: 5 };
const numbers = fc.uint32Array({ maxLength: 60 });
const bytes = fc.uint8Array({ maxLength: 200 });

function sectionsOf(words: Uint32Array, vectors: Uint8Array) {
  return [columnSection('words', words, false), columnSection('vectors', vectors, true)];
}

function partsOf(words: Uint32Array, vectors: Uint8Array, saveId: string, partBytes: number) {
  return Array.from(writeSnapshot(header, sectionsOf(words, vectors), saveId, partBytes), (part) => ({
    id: part.id,
    bytes: part.bytes().slice(),
  }));
}

/** What the sink for the vectors was given. */
function sink(): SectionSink & { held: Uint8Array } {
  const sink = {
    held: new Uint8Array(0),
    begin(_: unknown, length: number) {
      sink.held = new Uint8Array(length);
      return true;
    },
    write(start: number, part: Uint8Array) {
      sink.held.set(part, start);
    },
  };
  return sink;
}

const ofVectors = (sink: SectionSink) => (name: string) => (name === 'vectors' ? sink : undefined);

test('whatever the sizes, what is read is what was written, in parts no larger than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(
      numbers,
      bytes,
      fc.integer({ min: 400, max: 450 }),
      async (words, vectors, partBytes) => {
        const parts = partsOf(words, vectors, 's', partBytes);
        for (const part of parts) {
          expect(part.bytes.length).toBeLessThanOrEqual(partBytes + 4);
          expect(isWholePart(part.bytes)).toBe(true);
        }
        const target = sink();
        const read = await readSnapshot(
          parts.map((part) => part.bytes),
          { dims: 3 },
          ofVectors(target),
        );
        expect(read!.header).toEqual(header);
        expect(read!.columns['words']).toEqual(words);
        expect(target.held).toEqual(vectors);
      },
    ),
  );
});

test('a part that is changed, cut, missing, doubled or out of order makes the snapshot unreadable', async () => {
  const words = Uint32Array.from({ length: 400 }, (_, i) => i);
  const vectors = Uint8Array.from({ length: 2_000 }, (_, i) => i);
  const parts = partsOf(words, vectors, 's', 500).map((part) => part.bytes);
  expect(parts.length).toBeGreaterThan(6);
  const read = (list: Uint8Array[]) => readSnapshot(list, { dims: 3 }, ofVectors(sink()));
  expect(await read(parts)).toBeDefined();
  for (let i = 0; i < parts.length; i++) {
    const changed = parts[i]!.slice();
    changed[(i * 37) % changed.length]! ^= 1;
    expect(await read(parts.with(i, changed))).toBeUndefined();
    expect(await read(parts.with(i, parts[i]!.subarray(0, -1)))).toBeUndefined();
    expect(await read(parts.toSpliced(i, 1))).toBeUndefined();
  }
  expect(await read([...parts, parts.at(-1)!])).toBeUndefined();
  expect(await read([])).toBeUndefined();
});

test('full parts of what is only appended keep their name and bytes in the next snapshot; others never share a name', () => {
  const before = partsOf(new Uint32Array(300), new Uint8Array(1_700).fill(7), 'first', 500);
  const after = partsOf(new Uint32Array(300).fill(1), new Uint8Array(2_700).fill(7), 'second', 500);
  const known = new Map(before.map((part) => [part.id, part.bytes]));
  const shared = after.filter((part) => known.has(part.id));
  expect(shared).toHaveLength(3);
  for (const part of shared) expect(part.bytes).toEqual(known.get(part.id));
  expect(new Set([...before, ...after].map((part) => part.id)).size).toBe(before.length + after.length - 3);
});
