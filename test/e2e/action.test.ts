import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

function runAction(inputs: Record<string, string>, isFromFork = false) {
  const [step] = action.runs.steps;
  const environment = Object.fromEntries(
    Object.entries(step!.env).map(([name, expression]) => {
      if (name === 'FROM_FORK') return [name, String(isFromFork)];
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

test('the action fails a build whose files could not be analysed, unless that is allowed', () => {
  const folder = join(workspace, 'large');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.js'), `f()${' '.repeat(5 * 1024 ** 2)}\n`);
  const inputs = { engines: 'code', path: 'large' };
  const failed = runAction(inputs);
  expect(failed.status).toBe(4);
  expect(String(failed.stderr)).toContain('1 too large (a.js)');
  expect(runAction({ ...inputs, 'allow-incomplete': 'true' }).status).toBe(0);
});

test('the action sets aside what the repository says about its own scan where it is asked to, and for pull requests from forks', () => {
  const folder = join(workspace, 'silenced');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.js'), '// lorekeep-ignore: nothing to see\nf() // \u202e\n');
  const inputs = { engines: 'supply-chain', path: 'silenced' };
  expect(runAction(inputs).status).toBe(0);
  expect(runAction({ ...inputs, 'ignore-config': 'true' }).status).toBe(1);
  expect(runAction(inputs, true).status).toBe(1);
  expect(runAction({ ...inputs, 'ignore-config': 'false' }, true).status).toBe(0);
});

test('what the templates run is not found, and not configured, in the folder that they scan', () => {
  const template = readFileSync(join(project, 'ci/lorekeep.gitlab-ci.yml'), 'utf8');
  const job = (parse(template) as Record<string, { script: string[]; before_script: string[] }>)[
    'lorekeep-scan'
  ]!;
  const commands = [...job.before_script, ...job.script].join('\n');
  expect(commands).not.toMatch(/\bnpx\b/);
  // npm reads .npmrc of its working folder, and finds programs in node_modules/.bin of it.
  expect(commands).toMatch(/^cd "\$SCANNER_FOLDER"$/m);
  expect(commands.indexOf('cd "$SCANNER_FOLDER"')).toBeLessThan(commands.indexOf('npm '));
  expect(action.runs.steps[0]!.run).toMatch(/cd "\$GITHUB_ACTION_PATH"\s+npm /);
});
