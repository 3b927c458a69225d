import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inRerankedOrder } from './reranked-order.ts';

const order = (list: ReadonlyArray<{ id: string }>) => list.map(({ id }) => id);
const found = (...ids: string[]) => ids.map((id, i) => ({ id, score: 0.9 - i / 10 }));

test('results are in the order of the probabilities, which become their scores; ties stay as they were', () => {
  const list = inRerankedOrder(found('a', 'b', 'c', 'd'), [0.2, 0.7, 0.2, 0.9]);
  expect(order(list)).toEqual(['d', 'b', 'a', 'c']);
  expect(list.map(({ score }) => score)).toEqual([0.9, 0.7, 0.2, 0.2]);
});

test('what was not read follows in its order, with no higher score', () => {
  const list = inRerankedOrder(found('a', 'b', 'c', 'd'), [0.1, 0.65]);
  expect(order(list)).toEqual(['b', 'a', 'c', 'd']);
  expect(list.map(({ score }) => score)).toEqual([0.65, 0.1, 0.1, 0.1]);
});

test('where none was read, all are as they were, and of three that were the last one is the limit', () => {
  expect(inRerankedOrder(found('a', 'b'), [])).toEqual(found('a', 'b'));
  const list = inRerankedOrder(found('a', 'b', 'c', 'd'), [0.5, 0.1, 0.3]);
  expect(list.map(({ id, score }) => `${id} ${score}`)).toEqual(['a 0.5', 'c 0.3', 'b 0.1', 'd 0.1']);
});

test('what a newer result replaces comes after it, however probable it is', () => {
  const [newest, newer, old, other] = found('newest', 'newer', 'old', 'other');
  const results = [
    newest!,
    { ...newer!, supersededBy: 'newest' },
    { ...old!, supersededBy: 'newer' },
    { ...other!, supersededBy: 'not among the results' },
  ];
  const list = inRerankedOrder(results, [0.1, 0.3, 0.9, 0.4]);
  expect(order(list)).toEqual(['newest', 'newer', 'old', 'other']);
  expect(list[0]!.score).toBe(0.9);
});

test('whatever a re-ranker says, nothing is lost or added and scores do not rise', () => {
  const probability = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(probability, fc.nat(30)), { maxLength: 30 }), fc.nat(30), (drawn, read) => {
      // Only something earlier in the list replaces something, as a search gives it.
      const results = drawn.map(([, by], i) => ({
        id: `r${i}`,
        score: 1 - i / 100,
        ...(by < i && { supersededBy: `r${by}` }),
      }));
      const probabilities = drawn.slice(0, read).map(([p]) => p);
      const list = inRerankedOrder(results, probabilities);
      expect(order(list).toSorted()).toEqual(order(results).toSorted());
      for (const [i, { id, score, supersededBy }] of list.entries()) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(i === 0 ? 1 : list[i - 1]!.score);
        const isRead = results.findIndex((result) => result.id === id) < probabilities.length;
        if (supersededBy !== undefined && isRead) expect(order(list.slice(0, i))).toContain(supersededBy);
      }
    }),
  );
});
