import { expect, test } from 'vitest';
import { measureTopics, readTopics } from '../../../../../../test/support/workflow-topics.ts';

const topics = readTopics();

/** What is known not to be found: a group of runners may be one of GitHub's own. */
const missed: Readonly<Record<string, string[]>> = {
  'self-hosted runners': [
    '{"on":["push","pull_request"],"job":{"runs-on":{"group":"builders"},"steps":[{"run":"make"}]}}',
  ],
};

test('there are more than 600 workflows', () => {
  expect(topics.reduce((all, { bad, good }) => all + bad.length + good.length, 0)).toBeGreaterThan(600);
});

test.for(topics.map((topic) => [topic.topic, topic] as const))(
  'every bad workflow about %s is found, and no good one',
  async ([name, topic]) => {
    const [result] = await measureTopics([topic]);
    expect(result).toMatchObject({ missed: missed[name] ?? [], wrong: [] });
  },
);
