import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../../infrastructure-engine.ts';
import { scanRepository } from '../../rules/scan-repository.ts';

const engine = createInfrastructureEngine();
const follower =
  'on:\n  workflow_run:\n    workflows: [Build]\n    types: [completed]\njobs:\n  a:\n    runs-on: ubuntu-latest\n    permissions: {contents: write}\n    steps:\n      - uses: actions/download-artifact@v4\n        with:\n          run-id: ${{ github.event.workflow_run.id }}\n      - run: ./deploy.sh\n';
const build = (on: string, name = 'Build') =>
  `name: ${name}\non: ${on}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n`;

test.for([
  ['only by those who may write', { 'build.yml': build('workflow_dispatch') }, 'low'],
  ['by everyone', { 'build.yml': build('[push, pull_request]') }, 'high'],
  ['in a way that is not known', {}, 'high'],
  [
    'by everyone, in one of two of that name',
    { 'build.yml': build('push'), 'b.yml': build('pull_request') },
    'high',
  ],
  ['under another name', { 'build.yml': build('push', 'Other') }, 'high'],
] as const)('a workflow whose artifact is run was started %s', async ([, others, severity]) => {
  const files = Object.entries({ 'deploy.yml': follower, ...others });
  const { findings } = await scanRepository(
    engine,
    Object.fromEntries(files.map(([name, text]) => [`.github/workflows/${name}`, text])),
  );
  expect(findings.find(({ ruleId }) => ruleId === 'workflow.artifact-poisoning')?.severity).toBe(severity);
});
