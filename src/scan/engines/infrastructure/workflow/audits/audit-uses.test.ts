import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../../infrastructure-engine.ts';
import { scanRepository } from '../../rules/scan-repository.ts';

const engine = createInfrastructureEngine();

const severities = async (given: string, version = 'v3') => {
  const workflow = `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: dawidd6/action-download-artifact@${version}\n        with: {name: report${given}}\n`;
  const { findings } = await scanRepository(engine, { '.github/workflows/case.yml': workflow });
  return findings.flatMap(({ ruleId, severity }) =>
    ruleId === 'workflow.vulnerable-action' ? [severity] : [],
  );
};

test('a weakness of an action counts as low where the input is given that leaves nothing of it', async () => {
  expect(await severities('')).toEqual(['high']);
  expect(await severities(', branch: main')).toEqual(['high']);
  expect(await severities(', run_id: 7')).toEqual(['low']);
  expect(await severities(', branch: main', 'v6')).toEqual([]);
});

const moving = (rights: string, step = '{uses: acme/tool@v2}', job = '') =>
  `on: push\n${rights}\njobs:\n  a:\n    runs-on: ubuntu-latest\n${job}    steps:\n      - ${step}\n`;

test.each([
  ['whose token may write by default', moving(''), 'medium'],
  ['whose token may write', moving('permissions: {contents: write}'), 'medium'],
  ['whose token may only read', moving('permissions: {contents: read}'), 'low'],
  ['whose token may do nothing', moving('permissions: {}'), 'low'],
  [
    'that reads and is given a secret',
    moving('permissions: read-all', "{uses: acme/tool@v2, with: {key: '${{ secrets.KEY }}'}}"),
    'medium',
  ],
  [
    'that reads and gives the token of the job on',
    moving('permissions: read-all', "{uses: acme/tool@v2, with: {token: '${{ secrets.GITHUB_TOKEN }}'}}"),
    'low',
  ],
  [
    'with rights of its own',
    moving('permissions: read-all', undefined, '    permissions: {id-token: write}\n'),
    'medium',
  ],
  ['that reads, from a branch', moving('permissions: read-all', '{uses: acme/tool@main}'), 'low'],
])('an action that can be moved is rated by what it can reach: in a job %s', async (_, text, severity) => {
  const { findings } = await scanRepository(engine, { '.github/workflows/case.yml': text });
  const found = findings.filter(({ ruleId }) => /^workflow\.(?:unpinned|branch)-action$/.test(ruleId));
  expect(found.map((finding) => finding.severity)).toEqual([severity]);
  expect(found[0]!.description.includes('rated low')).toBe(severity === 'low');
});
