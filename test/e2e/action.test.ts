import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const project = new URL('../..', import.meta.url).pathname;
const action = parse(readFileSync(join(project, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: Array<{ run: string; env: Record<string, string> }> };
};
const workspace = mkdtempSync(join(tmpdir(), 'lorekeep-action-'));
// `npm run --silent lorekeep -- …` without npm, which would look whether everything is installed.
const programs = mkdtempSync(join(tmpdir(), 'lorekeep-action-programs-'));
writeFileSync(join(programs, 'npm'), `#!/bin/sh\nshift 4\nexec '${process.execPath}' src/main.ts "$@"\n`, {
  mode: 0o755,
});
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
});

function runAction(inputs: Record<string, string>) {
  const [step] = action.runs.steps;
  const environment = Object.fromEntries(
    Object.entries(step!.env).map(([name, expression]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)![1]!;
      return [name, inputs[input] ?? action.inputs[input]!.default];
    }),
  );
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', step!.run], {
    env: {
      PATH: `${programs}:${process.env['PATH']}`,
      HOME: workspace,
      GITHUB_WORKSPACE: workspace,
      GITHUB_ACTION_PATH: project,
      GITHUB_OUTPUT: join(workspace, 'outputs'),
      ...environment,
    },
  });
}

test('the action fails a build on a high finding, writes SARIF and takes no input as a command', () => {
  writeFileSync(join(workspace, 'a.js'), 'f() // \u202e\n');
  const failed = runAction({ engines: 'supply-chain' });
  expect(failed.status).toBe(1);
  expect(JSON.parse(readFileSync(join(workspace, 'lorekeep.sarif'), 'utf8')).runs[0].results).toHaveLength(1);
  expect(readFileSync(join(workspace, 'outputs'), 'utf8')).toBe('report=lorekeep.sarif\n');
  expect(runAction({ engines: 'supply-chain', exclude: 'a.*,b.*' }).status).toBe(0);
  expect(runAction({ engines: 'supply-chain', include: 'src/**' }).status).toBe(0);
  const hostile = runAction({ engines: 'supply-chain', 'fail-on': '$(touch executed)"; touch executed; "' });
  expect(hostile.status).toBe(2);
  expect(existsSync(join(project, 'executed'))).toBe(false);
  expect(action.runs.steps.map(({ run }) => run).join()).not.toContain('${{');
});
