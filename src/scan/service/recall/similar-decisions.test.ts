import { expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import { shapeOf } from '../../likeness/finding-shape.ts';
import type { DecisionMemory, RecalledDecision } from './decision-memory.ts';
import { SimilarDecisions } from './similar-decisions.ts';

const finding = sampleFinding({ id: 'fin_asked' });
const kept = (findingId: string, change: Partial<RecalledDecision> = {}): RecalledDecision => ({
  findingId,
  ruleId: finding.ruleId,
  repoUrl: 'https://git.example.com/a',
  shape: shapeOf(finding),
  ...change,
});

function open(memory: Partial<DecisionMemory>, failures: unknown[] = [], expiresAt?: number) {
  const decision = {
    status: 'false_positive',
    reason: 'No.',
    updatedAt: 1,
    updatedBy: 'key',
    ...(expiresAt !== undefined && { expiresAt }),
  } as const;
  return new SimilarDecisions({
    memory: { hasAny: async () => true, ...memory } as DecisionMemory,
    store: { decisionsOf: async (_, ids) => new Map(ids.map((id) => [id, decision])) },
    clock: { now: () => 10 },
    onFailure: (error) => failures.push(error),
  });
}

test('where memory cannot answer, a finding is shown without similar decisions, and somebody is told', async () => {
  const failures: unknown[] = [];
  const failing = async () => {
    throw new Error('overloaded');
  };
  const similar = open({ hasAny: failing, newest: failing }, failures);
  expect(await similar.of('ten_a', finding)).toEqual([]);
  expect(await similar.attach('ten_a', [finding])).toEqual([finding]);
  expect(failures).toHaveLength(2);
});

test('at most five are shown, never the finding itself, and one of another rule comes after those of the same', async () => {
  const items = [
    kept('fin_other_rule', { ruleId: 'another' }),
    kept('fin_asked'),
    ...[1, 2, 3, 4].map((i) => kept(`fin_${i}`)),
  ];
  const similar = await open({ newest: async () => ({ items, more: false }) }).of('ten_a', finding);
  expect(similar.map(({ findingId, score }) => [findingId, score])).toEqual([
    ['fin_1', 1],
    ['fin_2', 1],
    ['fin_3', 1],
    ['fin_4', 1],
    ['fin_other_rule', 0.8],
  ]);
});

test('where there are more decisions than are compared, those with the most words in common are as well', async () => {
  const far = kept('fin_far', {
    shape: shapeOf(sampleFinding({ snippet: { startLine: 40, text: 'other()' } })),
  });
  const similar = open({
    newest: async () => ({ items: [far], more: true }),
    nearest: async () => [kept('fin_near')],
  });
  expect((await similar.of('ten_a', finding)).map(({ findingId }) => findingId)).toEqual(['fin_near']);
});

test.each([
  [9, 0],
  [10, 0],
  [11, 1],
  [undefined, 1],
])('at 10 a decision that holds until %s is one of %i', async (expiresAt, count) => {
  const newest = async () => ({ items: [kept('fin_a')], more: false });
  const found = await open({ newest }, [], expiresAt).of('ten_a', finding);
  expect(found).toHaveLength(count);
  if (count > 0)
    expect(found).toEqual([
      {
        findingId: 'fin_a',
        repo: 'https://git.example.com/a',
        status: 'false_positive',
        reason: 'No.',
        decidedBy: 'key',
        decidedAt: '1970-01-01T00:00:00.001Z',
        score: 1,
      },
    ]);
});

test('what was taken back is gone', async () => {
  const similar = new SimilarDecisions({
    memory: {
      hasAny: async () => true,
      newest: async () => ({ items: [kept('fin_a')], more: false }),
    } as unknown as DecisionMemory,
    store: { decisionsOf: async () => new Map() },
    clock: { now: () => 10 },
    onFailure: () => {},
  });
  expect(await similar.of('ten_a', finding)).toEqual([]);
});

test('those that are as alike as the bar says are shown, the best first and equal ones by their ids', async () => {
  const shape = new Map([['only', 1]]);
  const other = sampleFinding({ id: 'fin_asked', trace: [], snippet: { startLine: 40, text: 'a()' } });
  const own = shapeOf(other);
  /** So much of all that the two have is shared. */
  const shared = (part: number) => {
    const all = [...own.values()].reduce((sum, weight) => sum + weight, 0);
    return new Map([...own, ['more', all / part - all]]);
  };
  const items = [
    kept('fin_c', { shape: shared(0.75) }),
    kept('fin_b', { shape: shared(0.5) }),
    kept('fin_a', { shape: shared(0.75) }),
    kept('fin_d', { shape: own }),
    kept('fin_e', { shape }),
    kept('fin_f', { shape: shared(0.7), ruleId: 'another' }),
  ];
  const found = await open({ newest: async () => ({ items, more: false }) }).of('ten_a', other);
  expect(found.map(({ findingId, score }) => [findingId, score])).toEqual([
    ['fin_d', 1],
    ['fin_a', 0.75],
    ['fin_c', 0.75],
  ]);
});

test('64 decisions are compared, five are shown with a finding, and the first 500 findings of a report have them', async () => {
  const asked: unknown[] = [];
  const items = [1, 2, 3, 4, 5, 6].map((i) => kept(`fin_${i}`));
  const similar = open({
    newest: async (_t, one, limit) => {
      asked.push(['newest', one.ruleId, limit]);
      return { items, more: true };
    },
    nearest: async (_t, one, _text, limit) => {
      asked.push(['nearest', one.ruleId, limit]);
      return [];
    },
  });
  const report = Array.from({ length: 501 }, (_, i) => sampleFinding({ id: `fin_r${i}` }));
  const attached = await similar.attach('ten_a', report);
  expect(attached.map((one) => one.similar?.length)).toEqual([...Array(500).fill(5), undefined]);
  expect(attached[500]).toBe(report[500]);
  expect(asked.slice(0, 2)).toEqual([
    ['newest', finding.ruleId, 64],
    ['nearest', finding.ruleId, 64],
  ]);
});

test('of no findings memory is asked nothing, and a finding without any stays as it is', async () => {
  const never = async () => {
    throw new Error('asked');
  };
  expect(await open({ hasAny: never }, []).attach('ten_a', [])).toEqual([]);
  const failures: unknown[] = [];
  await open({ hasAny: never }, failures).attach('ten_a', []);
  expect(failures).toEqual([]);
  const none = open({ newest: async () => ({ items: [], more: false }) });
  const [same] = await none.attach('ten_a', [finding]);
  expect(same).toBe(finding);
  const one = open({ newest: async () => ({ items: [kept('fin_a')], more: false }) });
  expect((await one.attach('ten_a', [finding]))[0]!.similar).toHaveLength(1);
});
