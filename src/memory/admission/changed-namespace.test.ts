import { describe, expect, test } from 'vitest';
import { at, bench, gate, ids, page, put, seen, state, turns } from '../../../test/support/loading-bench.ts';
import type { Version } from '../store.ts';

describe('changes of writes', () => {
  test('are applied at once in their order, and the store is not asked', async () => {
    const { load, asked } = bench();
    const loaded = await load();
    loaded.apply(state(2), put('c'));
    loaded.apply(state(3), { remove: ['a'] });
    expect(await loaded.use(at(3), seen)).toBe('bc 3/30');
    expect(asked).toHaveLength(1);
    expect(loaded.changesSinceSave).toBe(4);
    loaded.apply(state(4), { ...put('d', 'e'), remove: ['b'] });
    expect(loaded.changesSinceSave).toBe(7);
    expect(await loaded.peek(seen)).toBe('cde 4/40');
  });

  test('that come too early wait for the one before; that come again change nothing', async () => {
    const { load } = bench();
    const loaded = await load();
    loaded.apply(state(3), put('d'));
    expect(await loaded.peek(seen)).toBe('ab 1/10');
    loaded.apply(state(2), put('c'));
    expect(await loaded.peek(seen)).toBe('abcd 3/30');
    loaded.apply(state(3), put('x'));
    loaded.apply(state(1), put('x'));
    expect(await loaded.peek(seen)).toBe('abcd 3/30');
  });

  test('of another history are not applied: who needs them reads the store', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    loaded.apply(state(2, 99, 98), put('x'));
    expect(await loaded.peek(seen)).toBe('ab 1/10');
    world.changes = [page(2, false, ['c'])];
    expect(await loaded.use(at(2), seen)).toBe('abc 2/20');
    expect(asked.slice(1)).toEqual(['changes since 1/10, 512']);
  });

  test('more than 128 that wait are forgotten, and the store is followed once without anybody asking', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    for (let revision = 3; revision <= 130; revision++) loaded.apply(state(revision), put(`n${revision}`));
    await turns();
    expect(asked).toHaveLength(1);
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(200, false, ['all'])];
    loaded.apply(state(131), put('n131'));
    for (let revision = 132; revision <= 300; revision++) loaded.apply(state(revision), put(`n${revision}`));
    await turns();
    expect(asked.slice(1)).toEqual(['changes since 1/10, 512']);
    world.current = at(200);
    open();
    await turns();
    // What came meanwhile was too much as well: the next one who asks reads it.
    expect(await loaded.peek(seen)).toBe('aallb 200/2000');
    for (let revision = 302; revision <= 430; revision++) loaded.apply(state(revision), put('x'));
    world.changes = [page(500, false, ['late'])];
    await turns();
    expect(asked.slice(2)).toEqual(['changes since 200/2000, 512']);
    expect(await loaded.peek((_, { revision }) => revision)).toBe(500);
  });

  test('that were applied do not wait any more, however many there are', async () => {
    const { load, asked } = bench();
    const loaded = await load();
    for (let revision = 2; revision <= 300; revision++) loaded.apply(state(revision), put(`n${revision}`));
    await turns();
    expect([asked.length, loaded.size]).toEqual([1, 301]);
  });

  test('of a store with one owner have no stamps, and follow one another all the same', async () => {
    const { load, world } = bench();
    world.current = { revision: 1, stamp: 0 };
    const loaded = await load();
    const { previousStamp: _, ...after } = state(2, 0);
    loaded.apply(after, put('c'));
    expect(await loaded.peek(seen)).toBe('abc 2/0');
  });

  test('that came while the store was read are taken from memory, and the store is not read again', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(2, true, ['c']), page(3, false, ['d'])];
    const used = loaded.use(at(3), seen);
    await turns();
    loaded.apply(state(3), put('d'));
    open();
    expect(await used).toBe('abcd 3/30');
    expect(asked.slice(1)).toEqual(['changes since 1/10, 512']);
  });

  test('wait for all work that is under way, not only for the first', async () => {
    const { load, made } = bench();
    const loaded = await load();
    const [first, second] = [gate(), gate()];
    made[0]!.compacting = first.wait;
    const saves = [loaded.saveCompacted(), loaded.saveCompacted()];
    await turns();
    loaded.apply(state(2), put('c'));
    made[0]!.compacting = second.wait;
    first.open();
    await turns();
    expect(await loaded.peek(seen)).toBe('ab 1/10');
    second.open();
    await Promise.all(saves);
    expect(await loaded.peek(seen)).toBe('abc 2/20');
  });

  test('wait while the index is busy, and are applied as soon as it is not', async () => {
    const { load, world } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.wait = () => wait;
    world.changes = [page(2, false, ['c'])];
    const used = loaded.use(at(2), seen);
    await turns();
    expect(loaded.idle).toBe(false);
    loaded.apply(state(3), put('d'));
    expect(await loaded.peek(seen)).toBe('ab 1/10');
    open();
    expect(await used).toBe('abcd 3/30');
    await turns();
    expect(loaded.idle).toBe(true);
  });

  test('that cannot be put are reported, and the index is gone', async () => {
    const { load, failures, made } = bench();
    const loaded = await load();
    loaded.apply(state(2), put('poison'));
    expect(failures).toEqual([new Error('no such entry can be put')]);
    expect([loaded.gone, made[0]!.released]).toEqual([true, 1]);
  });
});

describe('whoever uses it', () => {
  test('with a newer version waits until the changes were read, page by page', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    world.changes = [page(2, true, ['c']), page(3, true, ['d'], ['a']), page(4, false, ['e'])];
    expect(await loaded.use(at(4), seen)).toBe('bcde 4/40');
    expect(asked.slice(1)).toEqual(
      [1, 2, 3].map((revision) => `changes since ${revision}/${revision}0, 512`),
    );
    expect(loaded.changesSinceSave).toBe(6);
  });

  test('does not read more than it needs, nor on where there is no more', async () => {
    const { load, world, asked } = bench();
    const loaded = await load();
    world.changes = [page(2, true, ['c']), page(3, false, ['d'])];
    expect(await loaded.use(at(2), seen)).toBe('abc 2/20');
    expect(asked).toHaveLength(2);
    await loaded.catchUp(9);
    expect(await loaded.peek(seen)).toBe('abcd 3/30');
    expect(asked).toHaveLength(3);
  });

  test('is served as soon as the version is reached, though others wait for more', async () => {
    const { load, world } = bench();
    const loaded = await load();
    world.changes = [page(2, true, ['c'])];
    const { wait, open } = gate();
    let pages = 0;
    world.wait = async () => {
      if (++pages === 2) await wait;
    };
    const far = loaded.use(at(3), seen);
    const near = loaded.use(at(2), seen);
    expect(await near).toBe('abc 2/20');
    world.changes = [page(3, false, ['d'])];
    open();
    expect(await far).toBe('abcd 3/30');
  });

  test('with the very version asks nobody', async () => {
    const { load, asked } = bench();
    expect(await (await load()).use(at(1), seen)).toBe('ab 1/10');
    expect(asked).toHaveLength(1);
  });

  test('with an older version has the store say that nothing was lost', async () => {
    const { load, world, asked } = bench({ revision: 3 });
    const loaded = await load();
    expect(await loaded.use(at(2), seen)).toBe('ab 3/30');
    expect(asked.slice(1)).toEqual(['version']);
    // Where it is ahead by now, the index follows.
    world.current = at(4);
    world.changes = [page(4, false, ['c'])];
    expect(await loaded.use(at(2), seen)).toBe('abc 4/40');
  });

  test.each<[string, Version, Version]>([
    ['lost revisions', { revision: 3, stamp: 30 }, { revision: 2, stamp: 20 }],
    ['has another history of the same length', { revision: 5, stamp: 99 }, { revision: 5, stamp: 99 }],
  ])('finds it built again where the store %s', async (_, wanted, current) => {
    const { load, world, made, asked } = bench({ revision: 5 });
    const loaded = await load();
    world.current = current;
    world.all = ['z'];
    expect(await loaded.use(wanted, seen)).toBe(`z ${current.revision}/${current.stamp}`);
    expect(asked.slice(1)).toEqual(['version', 'all of 7 by m1']);
    expect(made.map(({ released }) => released)).toEqual([1, 0]);
  });

  test('finds it built again where the history does not reach back', async () => {
    const { load, world, made } = bench();
    const loaded = await load();
    world.current = at(9);
    world.all = ['z'];
    world.changes = [undefined];
    expect(await loaded.use(at(9), seen)).toBe('z 9/90');
    expect(made).toHaveLength(2);
  });

  test('keeps the index that it was given until it is done, also where another takes its place', async () => {
    const { load, world, made } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    const long = loaded.peek(async (index) => {
      await wait;
      return ids(index);
    });
    await turns();
    world.all = ['z'];
    world.current = at(9);
    world.changes = [undefined];
    expect(await loaded.use(at(9), seen)).toBe('z 9/90');
    expect(made[0]!.released).toBe(0);
    open();
    expect(await long).toBe('ab');
    expect(made.map(({ released }) => released)).toEqual([1, 0]);
  });

  test('as it is waits while it is being built again: then it is of no version', async () => {
    const { load, world } = bench();
    const loaded = await load();
    const { wait, open } = gate();
    world.current = at(9);
    world.all = ['z'];
    world.changes = [undefined];
    let reads = 0;
    world.wait = async () => {
      if (++reads === 2) await wait;
    };
    const used = loaded.use(at(9), seen);
    await turns();
    const peeked = loaded.peek(seen);
    await turns();
    open();
    expect(await peeked).toBe('z 9/90');
    expect(await used).toBe('z 9/90');
  });

  test('what was waiting of the lost history is not applied to the new one', async () => {
    const { load, world } = bench({ revision: 5 });
    const loaded = await load();
    loaded.apply(state(7), put('x'));
    world.current = { revision: 5, stamp: 99 };
    world.all = ['z'];
    await loaded.use({ revision: 5, stamp: 99 }, seen);
    loaded.apply(state(6, 60, 99), put('y'));
    expect(await loaded.peek(seen)).toBe('yz 6/60');
  });

  test('that fails is not counted any more', async () => {
    const { load } = bench();
    const loaded = await load();
    await expect(loaded.peek(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(loaded.idle).toBe(true);
  });
});
