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
