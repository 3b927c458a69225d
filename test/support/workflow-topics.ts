import { readdirSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { createInfrastructureEngine } from '../../src/scan/engines/infrastructure/infrastructure-engine.ts';
import { scanRepository } from '../../src/scan/engines/infrastructure/rules/scan-repository.ts';

/** A workflow of a topic: the steps of one job, a job, a whole file, or a repository. */
interface WorkflowCase {
  on?: unknown;
  steps?: unknown[];
  job?: unknown;
  workflow?: string;
  files?: Record<string, string>;
  /** Where only these rules of the topic are meant. */
  rules?: string[];
}

interface Topic {
  topic: string;
  rules: string[];
  bad: WorkflowCase[];
  good: WorkflowCase[];
}

export interface TopicResult {
  topic: string;
  bad: number;
  found: number;
  good: number;
  alarms: number;
  /** The cases that came out wrong, as they are written. */
  missed: string[];
  wrong: string[];
}

const folder = new URL('../suites/workflow-topics/', import.meta.url);

export function readTopics(): Topic[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parse(readFileSync(new URL(file, folder), 'utf8')) as Topic[]);
}

/** How many bad workflows of each topic are reported by one of its rules, and how many good ones. */
export async function measureTopics(topics: readonly Topic[]): Promise<TopicResult[]> {
  const engine = createInfrastructureEngine();
  const reports = async (topic: Topic, item: WorkflowCase): Promise<boolean> => {
    const { findings } = await scanRepository(engine, repositoryOf(item));
    const wanted = new Set(item.rules ?? topic.rules);
    return findings.some(({ ruleId }) => wanted.has(ruleId));
  };
  const results: TopicResult[] = [];
  for (const topic of topics) {
    const missed: string[] = [];
    const wrong: string[] = [];
    for (const item of topic.bad) if (!(await reports(topic, item))) missed.push(JSON.stringify(item));
    for (const item of topic.good) if (await reports(topic, item)) wrong.push(JSON.stringify(item));
    const [bad, good] = [topic.bad.length, topic.good.length];
    results.push({
      topic: topic.topic,
      bad,
      found: bad - missed.length,
      good,
      alarms: wrong.length,
      missed,
      wrong,
    });
  }
  return results;
}

/** One line per topic, and one for all of them. */
export function topicTable(results: readonly TopicResult[]): string {
  const sum = (pick: (result: TopicResult) => number) => results.reduce((all, one) => all + pick(one), 0);
  const all = {
    topic: 'all topics',
    bad: sum(({ bad }) => bad),
    found: sum(({ found }) => found),
    good: sum(({ good }) => good),
    alarms: sum(({ alarms }) => alarms),
  };
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0).padStart(3)} %`;
  return [...results, all]
    .map(
      ({ topic, bad, found, good, alarms }) =>
        `${topic.padEnd(46)} ${`${found}/${bad}`.padStart(8)} ${percent(found, bad)} found  ` +
        `${`${alarms}/${good}`.padStart(7)} ${percent(alarms, good)} false`,
    )
    .join('\n');
}

export function repositoryOf({
  on = 'push',
  steps,
  job,
  workflow,
  files,
}: WorkflowCase): Record<string, string> {
  if (files) return files;
  const body = job ?? { 'runs-on': 'ubuntu-latest', steps };
  return { '.github/workflows/case.yml': workflow ?? stringify({ on, jobs: { work: body } }) };
}
