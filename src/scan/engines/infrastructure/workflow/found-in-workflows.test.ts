import { expect, test } from 'vitest';
import { readTopics, repositoryOf } from '../../../../../test/support/workflow-topics.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';

const engine = createInfrastructureEngine();
const descriptions = new Map(engine.rules.map(({ id, description }) => [id, description]));

/** One finding: its lines, rule, severity and confidence, what tells it apart, what it adds to the words of its rule, and its steps. */
function line({
  file,
  startLine,
  endLine,
  line: shown,
  ruleId,
  severity,
  confidence,
  identity,
  description,
  trace,
}: EngineFinding): string {
  const place = `${file.replace('.github/workflows/case.yml', '')}:${startLine}-${endLine}${shown === undefined ? '' : ` at ${shown}`}`;
  const words = description.replace(descriptions.get(ruleId) ?? '', '').trim();
  const steps = (trace ?? []).map(
    (step) => `\n    ${step.kind} ${step.file}:${step.line}:${step.column} ${step.message}`,
  );
  return `  ${place} ${ruleId} ${severity} ${confidence} [${identity.scope} | ${identity.tokens}] ${words}${steps.join('')}`.trimEnd();
}

const topics = readTopics();
const common = new Set([
  'workflow.anonymous',
  'workflow.concurrency.missing',
  'workflow.permissions.missing',
]);

/**
 * Everything that is found in the workflows of the topics, of any rule: what a change changes can be read in the difference. After a wanted change: vitest run
 * found-in-workflows -u.
 */
test.for(topics.map((topic, at) => [topic.topic, at] as const))(
  'all that is found in workflows about %s',
  async ([, at]) => {
    const { topic, rules, bad, good } = topics[at]!;
    const cases: string[] = [];
    for (const [kind, items] of [
      ['bad', bad],
      ['good', good],
    ] as const) {
      for (const [index, item] of items.entries()) {
        const all = (await scanRepository(engine, repositoryOf(item))).findings;
        // What nearly every short workflow has is shown where it is the topic.
        const findings = all.filter(({ ruleId }) => !common.has(ruleId) || rules.includes(ruleId));
        cases.push([`${kind} ${index + 1}`, ...findings.map(line)].join('\n'));
      }
    }
    const name = topic.toLowerCase().replace(/[^a-z]+/g, '-');
    await expect(`${cases.join('\n')}\n`).toMatchFileSnapshot(
      `../../../../../test/suites/workflow-findings/${name}.txt`,
    );
  },
);
