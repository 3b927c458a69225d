import { describe, expect, onTestFinished, test } from 'vitest';
import { Compaction } from '../compaction.ts';
import { Generation } from '../generation.ts';
import type { IndexedEntry } from '../indexed-entry.ts';
import { VectorArena } from '../vectors/vector-arena.ts';

const dims = 4;

const entry = (id: string, text = 'tea', passages = 1): IndexedEntry => ({
  id,
  metadata: { id },
  createdAt: 1,
  updatedAt: 1,
  passages: Array.from({ length: passages }, () => ({ text, vector: Float32Array.of(1, 0, 0, 0) })),
});

async function generationOf(entries: readonly IndexedEntry[]) {
  const arena = await VectorArena.create();
  const generation = new Generation(arena, dims);
  for (const each of entries) generation.append(each);
  onTestFinished(() => generation.retire());
  return { arena, generation };
}

const living = ({ entries }: Generation) =>
  Array.from({ length: entries.slotCount }, (_, slot) => slot)
    .filter((slot) => entries.isAlive(slot))
    .map((slot) => entries.id(slot));

/** Compacts, with something that happens whenever it is asked whether it is cancelled. */
async function compacted(
  { arena, generation }: Awaited<ReturnType<typeof generationOf>>,
  onAsked: (times: number, compaction: Compaction) => boolean | undefined = () => false,
) {
  const compaction = new Compaction(arena, dims, generation);
  const installed: Generation[] = [];
  let asked = 0;
  await compaction.run(
    () => onAsked(++asked, compaction) === true,
    (made) => {
      installed.push(made);
      onTestFinished(() => made.retire());
    },
  );
  return { made: installed[0], count: installed.length, asked };
}

describe('a compacted generation', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => entry(id, `tea ${id}`, id === 'b' ? 3 : 1));

  test('has what lives, in its order, and nothing of what does not', async () => {
    const parts = await generationOf(five);
    for (const id of ['a', 'd']) parts.generation.kill(id);
    const { made, count, asked } = await compacted(parts);
    expect([count, asked]).toEqual([1, 3]);
    expect(living(made!)).toEqual(['b', 'c', 'e']);
    const { entries, vectors } = made!;
    expect([entries.slotCount, entries.rowCount, vectors.count, entries.hasDead]).toEqual([3, 5, 5, false]);
    expect(Array.from({ length: 5 }, (_, row) => entries.slotOfRow(row))).toEqual([0, 0, 0, 1, 2]);
    expect(made!.words.length(0)).toBeGreaterThan(0);
    // The old one is as it was.
    expect(living(parts.generation)).toEqual(['b', 'c', 'e']);
    expect(parts.generation.entries.slotCount).toBe(5);
  });

  test('is of all where nothing is dead, and of nothing where all is', async () => {
    expect(living((await compacted(await generationOf(five))).made!)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const parts = await generationOf(five);
    for (const { id } of five) parts.generation.kill(id);
    const { made } = await compacted(parts);
    expect([made!.entries.slotCount, made!.vectors.count]).toEqual([0, 0]);
  });

  test('is without what was removed meanwhile, also the very first, and with what was put', async () => {
    const parts = await generationOf(five);
    parts.generation.kill('c');
    const { made } = await compacted(parts, (times, compaction) => {
      if (times === 1)
        for (const id of ['a', 'e']) {
          parts.generation.kill(id);
          compaction.note(id);
        }
      if (times === 1) compaction.note(entry('f'));
      if (times === 1) compaction.note(entry('b', 'another text'));
      return false;
    });
    expect(living(made!)).toEqual(['d', 'f', 'b']);
    expect(made!.entries.size).toBe(3);
  });

  test('forgets what was killed meanwhile and not noted: it is dead in the old one', async () => {
    const parts = await generationOf(five);
    const { made } = await compacted(parts, (times) => {
      if (times === 1) parts.generation.kill('a');
      return false;
    });
    expect(living(made!)).toEqual(['b', 'c', 'd', 'e']);
  });

  test.each([1, 2, 3])(
    'is none where it is cancelled when that is asked for the %i. time, and gives its memory back',
    async (when) => {
      const parts = await generationOf(five);
      const before = parts.arena.allocatedBytes;
      const { count, asked } = await compacted(parts, (times) => times === when);
      expect([count, asked]).toEqual([0, when]);
      expect(parts.arena.allocatedBytes).toBe(before);
    },
  );
});

describe('a generation', () => {
  test('is mostly dead with more than 1,024 dead entries, and more than half as many as live', async () => {
    const { generation } = await generationOf(Array.from({ length: 3_076 }, (_, i) => entry(`m${i}`)));
    const kill = (from: number, to: number) => {
      for (let i = from; i < to; i++) generation.kill(`m${i}`);
    };
    kill(0, 1_025);
    // 1,025 of which half as many as 2,051 are 1,025.5.
    expect(generation.isMostlyDead).toBe(false);
    kill(1_025, 1_026);
    expect(generation.isMostlyDead).toBe(true);
    const few = await generationOf(Array.from({ length: 1_100 }, (_, i) => entry(`m${i}`)));
    for (let i = 0; i < 1_024; i++) few.generation.kill(`m${i}`);
    expect(few.generation.isMostlyDead).toBe(false);
    few.generation.kill('m1024');
    expect(few.generation.isMostlyDead).toBe(true);
  });

  test('is not mostly dead where exactly half as many are dead as live', async () => {
    const { generation } = await generationOf(Array.from({ length: 3_078 }, (_, i) => entry(`m${i}`)));
    for (let i = 0; i < 1_026; i++) generation.kill(`m${i}`);
    expect([generation.entries.size, generation.isMostlyDead]).toEqual([2_052, false]);
  });
});
