import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const project = new URL('../..', import.meta.url).pathname;
const action = parse(readFileSync(join(project, 'action.yml'), 'utf8')) as {
  branding: { icon: string; color: string };
  inputs: Record<string, { default: string; description: string }>;
  outputs: Record<string, { value: string }>;
  runs: {
    steps: Array<{ id?: string; if?: string; uses?: string; run?: string; env?: Record<string, string> }>;
  };
};
const scanStep = action.runs.steps.find(({ id }) => id === 'scan')!;
const workspace = mkdtempSync(join(tmpdir(), 'lorekeep-action-'));
// `npm run --silent lorekeep -- …` without npm, which would look whether everything is installed.
const programs = mkdtempSync(join(tmpdir(), 'lorekeep-action-programs-'));
writeFileSync(join(programs, 'npm'), `#!/bin/sh\nshift 4\nexec '${process.execPath}' src/main.ts "$@"\n`, {
  mode: 0o755,
});
writeFileSync(join(programs, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
});

interface Event {
  isFromFork?: boolean;
  base?: string;
  pullRequest?: number;
  api?: string;
}

/** The step as the runner runs it: expressions are put into the environment, nothing into the script. */
async function runAction(inputs: Record<string, string>, event: Event = {}) {
  const context: Record<string, string> = {
    FROM_FORK: String(event.isFromFork ?? false),
    BASE_COMMIT: event.base ?? '',
    PULL_REQUEST: String(event.pullRequest ?? ''),
    REPORTS: join(workspace, '..', `${basename(workspace)}-reports`),
  };
  const all: Record<string, string> = { sync: 'false', cache: 'false', ...inputs };
  const environment = Object.fromEntries(
    Object.entries(scanStep.env!).map(([name, expression]) => {
      if (name in context) return [name, context[name]!];
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)![1]!;
      return [name, all[input] ?? action.inputs[input]!.default];
    }),
  );
  for (const name of ['outputs', 'summary.md']) rmSync(join(workspace, name), { force: true });
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', scanStep.run!], {
    env: {
      PATH: `${programs}:${process.env['PATH']}`,
      HOME: join(workspace, '..', `${basename(workspace)}-home`),
      GITHUB_WORKSPACE: workspace,
      GITHUB_ACTION_PATH: project,
      GITHUB_OUTPUT: join(workspace, 'outputs'),
      GITHUB_STEP_SUMMARY: join(workspace, 'summary.md'),
      GITHUB_API_URL: event.api ?? 'http://127.0.0.1:1',
      GITHUB_REPOSITORY: 'acme/shop',
      ...environment,
    },
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  rmSync(context['REPORTS']!, { recursive: true, force: true });
  return { status: status as number, stdout, stderr };
}

const outputs = () =>
  Object.fromEntries(
    readFileSync(join(workspace, 'outputs'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );

test('the action fails a build on a high finding, writes SARIF and takes no input as a command', async () => {
  writeFileSync(join(workspace, 'a.js'), 'f() // \u202e\n');
  const failed = await runAction({ engines: 'supply-chain' });
  expect(failed.status).toBe(1);
  expect(JSON.parse(readFileSync(join(workspace, 'lorekeep.sarif'), 'utf8')).runs[0].results).toHaveLength(1);
  expect(outputs()).toEqual({
    report: 'lorekeep.sarif',
    findings: '1',
    new: '1',
    fixed: '0',
    critical: '0',
    high: '1',
    passed: 'false',
    'dependencies-checked': 'true',
  });
  expect(readFileSync(join(workspace, 'summary.md'), 'utf8')).toContain('# Security scan');
  // Annotations are commands, the log is not: commands are stopped for as long as text of the repository is printed.
  const [, token, log, after] = /^::stop-commands::([0-9a-f]{32})\n(.*)^::\1::\n(.*)$/ms.exec(failed.stdout)!;
  expect(token).toHaveLength(32);
  expect(log).toContain('a.js:1');
  expect(after).toMatch(/^::error file=a\.js,line=1,/);
  expect((await runAction({ engines: 'supply-chain', exclude: 'a.*,b.*' })).status).toBe(0);
  expect((await runAction({ engines: 'supply-chain', include: 'src/**' })).status).toBe(0);
  const hostile = await runAction({
    engines: 'supply-chain',
    'fail-on': '$(touch executed)"; touch executed; "',
  });
  expect(hostile.status).toBe(2);
  expect(existsSync(join(project, 'executed'))).toBe(false);
  expect(action.runs.steps.map(({ run }) => run ?? '').join()).not.toContain('${{');
});

test('a scan that does not end has no results of an earlier one in the same job', async () => {
  const reports = join(workspace, '..', `${basename(workspace)}-reports`);
  mkdirSync(reports, { recursive: true });
  const earlier = { summary: { critical: 0, high: 0 }, findings: [], coverage: { skipped: [] } };
  writeFileSync(join(reports, 'scan.json'), JSON.stringify(earlier));
  const failed = await runAction({ engines: 'nonsense' });
  expect(failed.status).toBe(2);
  expect(existsSync(join(workspace, 'outputs'))).toBe(false);
});

test('the action fails a build whose files could not be analysed, unless that is allowed', async () => {
  const folder = join(workspace, 'large');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.js'), `f()${' '.repeat(5 * 1024 ** 2)}\n`);
  const inputs = { engines: 'code', path: 'large' };
  const failed = await runAction(inputs);
  expect(failed.status).toBe(4);
  expect(failed.stdout).toContain('1 too large (a.js)');
  expect((await runAction({ ...inputs, 'allow-incomplete': 'true' })).status).toBe(0);
});

test('the action sets aside what the repository says about its own scan where it is asked to, and for pull requests from forks', async () => {
  const folder = join(workspace, 'silenced');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.js'), '// lorekeep-ignore: nothing to see\nf() // \u202e\n');
  const inputs = { engines: 'supply-chain', path: 'silenced' };
  expect((await runAction(inputs)).status).toBe(0);
  expect((await runAction({ ...inputs, 'ignore-config': 'true' })).status).toBe(1);
  expect((await runAction(inputs, { isFromFork: true })).status).toBe(1);
  expect((await runAction({ ...inputs, 'ignore-config': 'false' }, { isFromFork: true })).status).toBe(0);
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
  const leftOut = job.before_script.find((line) => line.includes('ls-files'))!;
  expect(commands.indexOf(leftOut)).toBeLessThan(commands.indexOf('mv "$SCAN_CACHE"'));
  const repository = mkdtempSync(join(tmpdir(), 'lorekeep-gitlab-'));
  const cache = join(repository, '.lorekeep-cache');
  const git = (...args: string[]) => spawnSync('git', ['-C', repository, ...args]);
  const runLine = () =>
    spawnSync('sh', ['-c', leftOut], {
      env: { PATH: process.env['PATH'], CI_PROJECT_DIR: repository, SCAN_CACHE: cache },
    });
  git('init', '-q');
  mkdirSync(cache);
  writeFileSync(join(cache, 'index.db'), 'x');
  runLine();
  expect(existsSync(cache)).toBe(true);
  git('add', '-A');
  runLine();
  expect(existsSync(cache)).toBe(false);
  rmSync(repository, { recursive: true });
  const script = readFileSync(join(project, 'ci/github/scan.sh'), 'utf8');
  expect(script).toMatch(/cd "\$GITHUB_ACTION_PATH" \|\| exit 3\n.*npm run/);
  expect(script.indexOf('cd "$GITHUB_ACTION_PATH"')).toBeLessThan(script.indexOf('npm run'));
  expect(script).not.toMatch(/\bnpx\b/);
});

test('in a pull request only what it adds counts, and one comment is written and written again', async () => {
  const folder = join(workspace, 'request');
  mkdirSync(folder);
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '-q');
  writeFileSync(join(folder, 'old.js'), 'f() // \u202e\n');
  git('add', '-A');
  git('commit', '-qm', 'x');
  const base = git('rev-parse', 'HEAD').stdout.trim();

  const comments: Array<{ id: number; body: string; user: { type: string } }> = [
    { id: 1, body: '<!-- lorekeep-scan -->\nsomebody else', user: { type: 'User' } },
  ];
  const calls: string[] = [];
  const api = createServer(async (request, response) => {
    const body = await text(request);
    calls.push(`${request.method} ${request.url}`);
    expect(request.headers.authorization).toBe('Bearer the-token');
    if (request.method === 'POST')
      comments.push({ id: 2, body: JSON.parse(body).body, user: { type: 'Bot' } });
    if (request.method === 'PATCH') comments[1]!.body = JSON.parse(body).body;
    response.end(JSON.stringify(request.method === 'GET' ? comments : {}));
  });
  await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const inputs = { engines: 'supply-chain', path: 'request', comment: 'true', token: 'the-token' };
  const event = { base, pullRequest: 7, api: url };
  try {
    // Nothing new: the build passes, and nobody is bothered.
    expect((await runAction(inputs, event)).status).toBe(0);
    expect(outputs()).toMatchObject({ passed: 'true', findings: '1', new: '0' });
    expect(calls).toEqual(['GET /repos/acme/shop/issues/7/comments?per_page=100&page=1']);
    writeFileSync(join(folder, 'young.js'), 'g() // \u202e\n');
    const failed = await runAction(inputs, event);
    expect(failed.status).toBe(1);
    expect(failed.stdout).toMatch(/^::error file=young\.js/m);
    expect(failed.stdout).not.toMatch(/^::error file=old\.js/m);
    expect(comments[1]!.body).toContain('young.js');
    rmSync(join(folder, 'young.js'));
    expect((await runAction(inputs, event)).status).toBe(0);
    expect(calls.at(-1)).toBe('PATCH /repos/acme/shop/issues/comments/2');
    expect(comments[1]!.body).not.toContain('young.js');
    expect(comments[0]!.body).toContain('somebody else');
    // Without a commit to compare with everything counts, and the log says why.
    const lost = await runAction(inputs, { ...event, base: '0'.repeat(40) });
    expect([lost.status, lost.stdout]).toEqual([
      1,
      expect.stringContaining('Check out with fetch-depth: 0.'),
    ]);
  } finally {
    api.close();
  }
  // A token that may not comment does not fail the build.
  const refused = await runAction(inputs, event);
  expect(refused.status).toBe(0);
});

test('the action is complete: branding, every output and input, pinned actions, and no cache for forks', () => {
  expect(action.branding).toEqual({ icon: 'shield', color: 'blue' });
  for (const { value } of Object.values(action.outputs))
    expect(value).toMatch(/^\$\{\{ steps\.scan\.outputs\./);
  const used = action.runs.steps.filter(({ uses }) => uses !== undefined);
  expect(used.map(({ uses }) => uses)).toEqual([expect.stringMatching(/^actions\/cache@[0-9a-f]{40}$/)]);
  expect(used[0]!.if).toContain('github.event.pull_request.head.repo.full_name');
  const wired = new Set(
    Object.values(scanStep.env!).flatMap((value) => /inputs\.([\w-]+)/.exec(value)?.[1] ?? []),
  );
  expect([...wired].sort()).toEqual(Object.keys(action.inputs).sort());
});
