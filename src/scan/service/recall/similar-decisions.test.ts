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

function open(memory: Partial<DecisionMemory>, failures: unknown[] = []) {
  const decision = { status: 'false_positive', reason: 'No.', updatedAt: 1, updatedBy: 'key' } as const;
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
