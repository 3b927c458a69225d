import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash53 } from '../hash.ts';
import { IdTable, idHash } from './id-table.ts';

test('the hash of an id is the lower half of that of a text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(idHash(text)).toBe(hash53(text) % 2 ** 32);
    }),
  );
});

test('an id is found as long as it lives, whatever was added, removed and stored', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.boolean()), { maxLength: 120 }),
      fc.boolean(),
      (steps, early) => {
        const ids: string[] = [];
        const dead = new Set<number>();
        let table = new IdTable((slot) => !dead.has(slot));
        const find = (id: string) => table.find(id, (slot) => !dead.has(slot) && ids[slot] === id);
        if (early) expect(find('0')).toBeUndefined();
        for (const [id, isRemoved] of steps) {
          const slot = find(String(id));
          expect(slot).toBe(
            ids.findIndex((each, at) => each === String(id) && !dead.has(at)) < 0
              ? undefined
              : ids.lastIndexOf(String(id)),
          );
          if (slot !== undefined && isRemoved) dead.add(slot);
          else if (slot === undefined) {
            table.append(idHash(String(id)));
            ids.push(String(id));
            expect(table.hashOf(ids.length - 1)).toBe(idHash(String(id)));
          }
        }
        expect([...table.stored]).toEqual(ids.map(idHash));
        table = new IdTable((slot) => !dead.has(slot), table.stored.slice());
        for (const [slot, id] of ids.entries()) if (!dead.has(slot)) expect(find(id)).toBe(slot);
        expect(find('none')).toBeUndefined();
        expect(table.memoryBytes).toBeGreaterThanOrEqual(4 * ids.length);
      },
    ),
    { numRuns: 200 },
  );
});

test('a table of ids is at most three quarters full, so that looking for what is not there ends', () => {
  const table = new IdTable(() => true);
  table.find('x', () => true);
  for (let slot = 0; slot < 1000; slot++) {
    table.append(idHash(String(slot)));
    expect(table.find('none', () => false)).toBeUndefined();
  }
  expect(table.memoryBytes).toBe(4 * 1024 + 4 * 2048);
});
