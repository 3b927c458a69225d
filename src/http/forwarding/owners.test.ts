import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Peer } from '../../kernel/peers.ts';
import { ownersOf } from './owners.ts';

const node = (id: string): Peer => ({ id, url: `http://${id}`, draining: false });
const nodes = fc
  .uniqueArray(fc.stringMatching(/^[a-z0-9.-]{1,20}$/), { minLength: 1, maxLength: 12 })
  .map((ids) => ids.map(node));
const ids = (owners: Peer[]) => owners.map(({ id }) => id);

test('every node comes to the same owners, whatever the order in which it knows the others', () => {
  fc.assert(
    fc.property(fc.string(), nodes, fc.integer({ min: 1, max: 2 }), (namespace, all, copies) => {
      const owners = ids(ownersOf(namespace, all, copies));
      expect(ids(ownersOf(namespace, [...all].reverse(), copies))).toEqual(owners);
      expect(owners).toHaveLength(Math.min(copies, all.length));
    }),
  );
});

test('when a node is gone only its namespaces move', () => {
  fc.assert(
    fc.property(fc.string(), nodes, fc.nat(), (namespace, all, at) => {
      const gone = all[at % all.length]!;
      const [before] = ids(ownersOf(namespace, all, 1));
      const [after] = ids(
        ownersOf(
          namespace,
          all.filter((one) => one !== gone),
          1,
        ),
      );
      if (before !== gone.id) expect(after).toBe(before);
    }),
  );
});

test('namespaces are spread evenly, also over nodes with similar names', () => {
  const three = ['node-1', 'node-2', 'node-3'].map(node);
  const counts = new Map<string, number>();
  for (let i = 0; i < 3_000; i++) {
    const [owner] = ids(ownersOf(`ten_a user-${i}`, three, 1));
    counts.set(owner!, (counts.get(owner!) ?? 0) + 1);
  }
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

test('a node that ends, or that nobody can reach, owns nothing', () => {
  const all: Peer[] = [node('a'), { ...node('b'), draining: true }, { id: 'c', draining: false }];
  for (let i = 0; i < 50; i++) expect(ids(ownersOf(`n${i}`, all, 2))).toEqual(['a']);
});
