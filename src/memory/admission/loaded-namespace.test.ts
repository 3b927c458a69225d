import { describe, expect, test } from 'vitest';
import {
  at,
  bench,
  FakeIndex,
  gate,
  page,
  put,
  seen,
  state,
  turns,
} from '../../../test/support/loading-bench.ts';

describe('loading', () => {
  test('reads all rows where there is no snapshot, and counts them as not saved', async () => {
    const { load, asked, made, failures } = bench();
    const loaded = await load();
    expect(asked).toEqual(['all of 7 by m1']);
    expect([loaded.size, loaded.memoryBytes, loaded.changesSinceSave, loaded.outdated]).toEqual([
      2,
      200,
      2,
      true,
    ]);
    expect([loaded.key, loaded.tenantId, loaded.gone, loaded.idle]).toEqual(['key', 'ten_a', false, true]);
    expect([made.length, failures]).toEqual([1, []]);
  });

  test('takes a snapshot of these very rows, and follows from there', async () => {
    const { load, asked, world, made } = bench({ revision: 5 });
    const index = new FakeIndex();
    index.ids.add('x');
    world.snapshot = { tag: 'mark 4 40', index };
    world.changes = [page(5, false, ['y'])];
    const loaded = await load();
    expect([asked, made.length, loaded.outdated, loaded.changesSinceSave]).toEqual([[], 0, false, 0]);
    expect(await loaded.use(at(5), seen)).toBe('xy 5/50');
    expect(asked).toEqual(['changes since 4/40, 512']);
    expect([loaded.outdated, loaded.changesSinceSave]).toEqual([true, 1]);
  });

  test('a snapshot of an older version has no stamp', async () => {
    const { load, world } = bench();
    world.snapshot = { tag: 'mark 1', index: new FakeIndex() };
    expect(await (await load()).peek(seen)).toBe(' 1/0');
  });

  test('gives a snapshot of other rows back, and reads all', async () => {
    const { load, world, asked } = bench();
    const index = new FakeIndex();
    world.snapshot = { tag: 'mark 4 40', index };
    world.isOwn = false;
    const loaded = await load();
    expect([index.released, asked.length, loaded.size]).toEqual([1, 1, 2]);
  });

  test.each([
    ['unreadable', 'cannot be read'],
    ['damaged', 'is damaged or of another version'],
  ] as const)('reports a snapshot that is %s, and reads all', async (snapshot, why) => {
    const { load, world, failures } = bench();
    world.snapshot = snapshot;
    expect((await load()).size).toBe(2);
    expect(failures.map(String)).toEqual([expect.stringContaining(`The snapshot key ${why}`)]);
  });

  test('what takes as much as there is fits, what takes more is refused and gives its memory back', async () => {
    expect((await bench({ maxBytes: 200 }).load()).size).toBe(2);
    const { load, made } = bench({ maxBytes: 199 });
    await expect(load()).rejects.toMatchObject({ code: 'index_memory_full' });
    expect(made.map(({ released }) => released)).toEqual([1]);
    const restored = bench({ maxBytes: 99 });
    const index = new FakeIndex();
    index.ids.add('x');
    restored.world.snapshot = { tag: 'mark 1 10', index };
    await expect(restored.load()).rejects.toMatchObject({ code: 'index_memory_full' });
    expect(index.released).toBe(1);
  });
});

describe('snapshots', () => {
  test('are of the version that the index has, and noted when they are written', async () => {
    const { load, made, noted } = bench();
    const loaded = await load();
    await loaded.save();
    const [mark, revision, stamp] = made[0]!.tag.split(' ');
    expect([revision, stamp, noted]).toEqual(['1', '10', [[7, { mark, revision: 1, stamp: 10 }]]]);
    expect([loaded.outdated, loaded.changesSinceSave, made[0]!.frozen]).toEqual([false, 0, 0]);
    loaded.apply(state(2), put('c'));
    expect([loaded.outdated, loaded.changesSinceSave]).toEqual([true, 1]);
  });

  test('that cannot be written are an error, hold nothing, and the next one is tried', async () => {
    const { load, made, world, noted } = bench();
    const loaded = await load();
    world.save = () => Promise.reject(new Error('full'));
    await expect(loaded.save()).rejects.toThrow('full');
    expect([made[0]!.frozen, noted, loaded.outdated]).toEqual([0, [], true]);
    world.save = async () => {};
    await loaded.save();
    expect([noted.length, loaded.outdated]).toEqual([1, false]);
  });

  test('are made after the work that is going on, and one after the other', async () => {
    const { load, world, made } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(2, false, ['c'])];
    const following = loaded.catchUp(2);
    const saves = [loaded.save(), loaded.save()];
    await turns();
    expect(made[0]!.tag).toBe('');
    open();
    await Promise.all([following, ...saves]);
    expect(made[0]!.tag).toMatch(/ 2 20$/);
  });

  test('can be made without what was removed', async () => {
    const { load, made, noted } = bench();
    await (await load()).saveCompacted();
    expect([made[0]!.compacted, noted.length]).toEqual([1, 1]);
  });

  test('are not made of what is gone', async () => {
    const { load, made, noted } = bench();
    const loaded = await load();
    loaded.putOut();
    await loaded.save();
    expect([made[0]!.tag, noted]).toEqual(['', []]);
  });
});

describe('putting it out', () => {
  test('gives the memory back once, when the last call is done', async () => {
    const { load, made } = bench();
    const loaded = await load();
    const [first, second] = [gate(), gate()];
    const calls = [first, second].map(({ wait }) => loaded.peek(() => wait));
    await turns();
    loaded.putOut();
    expect([loaded.gone, made[0]!.released]).toEqual([true, 0]);
    first.open();
    await calls[0];
    expect(made[0]!.released).toBe(0);
    second.open();
    await calls[1];
    expect(made[0]!.released).toBe(1);
    loaded.putOut();
    expect(made[0]!.released).toBe(1);
  });

  test('waits for work that changes it, and takes nothing in any more', async () => {
    const { load, world, made } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(2, false, ['c'])];
    const following = loaded.catchUp(2);
    await turns();
    loaded.apply(state(3), put('d'));
    loaded.putOut();
    expect(made[0]!.released).toBe(0);
    const quiet = loaded.quiet();
    open();
    await following;
    await quiet;
    expect(made[0]!.released).toBe(1);
  });

  test('leaves what waited for other work aside', async () => {
    const { load, made, failures } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    made[0]!.compacting = wait;
    const saving = loaded.saveCompacted();
    await turns();
    loaded.apply(state(2), put('c'));
    loaded.putOut();
    open();
    await saving;
    expect([[...made[0]!.ids], made[0]!.released, failures]).toEqual([['a', 'b'], 1, []]);
  });

  test('is not followed by chasing the store, however much is written', async () => {
    const { load, asked } = bench();
    const loaded = await load();
    loaded.putOut();
    for (let revision = 3; revision <= 400; revision++) loaded.apply(state(revision), put('x'));
    await turns();
    expect(asked).toHaveLength(1);
  });

  test('is over when the snapshot that is being written is', async () => {
    const { load, world } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.save = () => wait;
    const saving = loaded.save();
    await turns();
    let isQuiet = false;
    const quiet = loaded.quiet().then(() => {
      isQuiet = true;
    });
    await turns();
    expect(isQuiet).toBe(false);
    open();
    await Promise.all([saving, quiet]);
  });
});
