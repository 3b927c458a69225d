import { expect, test } from 'vitest';
import { measureTopics, readTopics, topicTable } from '../../../../../../test/support/workflow-topics.ts';

test('of every workflow topic at least 70 % of the bad cases are found and at most 8 % of the good ones reported', async () => {
  const topics = readTopics();
  expect(topics.reduce((all, { bad, good }) => all + bad.length + good.length, 0)).toBeGreaterThan(600);
  const results = await measureTopics(topics);
  const failing = results.filter(({ bad, found, good, alarms }) => found < 0.7 * bad || alarms > 0.08 * good);
  expect(
    failing.map(({ topic, missed, wrong }) => ({ topic, missed, wrong })),
    topicTable(results),
  ).toEqual([]);
});
