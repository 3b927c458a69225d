import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { scan } from '../../src/cli/scan.ts';
import { expandTemplate } from '../../src/scan/engines/secrets/rules/example-template.ts';

const project = new URL('../..', import.meta.url).pathname;
const guide = readFileSync(join(project, 'docs/guides/ci.md'), 'utf8');
const root = mkdtempSync(join(tmpdir(), 'lorekeep-recipes-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The first block of code of a section. */
function recipe(section: string, language: string): string {
  const from = guide.indexOf(`\n## ${section}\n`);
  expect(from).toBeGreaterThan(0);
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide.slice(from))![1]!;
}

const programs = join(root, 'programs');
mkdirSync(programs);
const program = (name: string, text: string) =>
  writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
program('npm', `shift 4\nexec '${process.execPath}' src/main.ts "$@"`);
program('node', `exec '${process.execPath}' "$@"`);
program('lorekeep', `exec '${process.execPath}' '${join(project, 'src/main.ts')}' "$@"`);
const environment = {
  PATH: `${programs}:${process.env['PATH']}`,
  HOME: join(root, 'home'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};
const token = expandTemplate('ghp_{crc}', 'recipes');

function makeRepository(name: string) {
  const folder = join(root, name);
  mkdirSync(folder);
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: folder, env: environment, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'old.env'), `TOKEN=${token}\n`);
  git('add', '-A');
  git('commit', '-qm', 'x', '--no-verify');
  return { folder, git };
}

test('GitHub: the workflow gives the action inputs that it has, and reads outputs that it has', () => {
  const action = parse(readFileSync(join(project, 'action.yml'), 'utf8'));
  const text = recipe('GitHub Actions', 'yaml');
  const { jobs, permissions } = parse(text);
  expect(permissions).toEqual({ contents: 'read' });
  const step = jobs.scan.steps.find(({ id }: { id?: string }) => id === 'lorekeep');
  for (const input of Object.keys(step.with)) expect(Object.keys(action.inputs)).toContain(input);
  for (const [, output] of text.matchAll(/steps\.lorekeep\.outputs\.([\w-]+)/g))
    expect(Object.keys(action.outputs)).toContain(output);
  for (const name of Object.keys(action.inputs)) expect(guide).toContain(`\`${name}\``);
  for (const name of Object.keys(action.outputs)) expect(guide).toContain(`\`${name}\``);
});

test('GitLab: the job includes a file that exists and sets variables that it reads', () => {
  const { include, 'lorekeep-scan': job } = parse(recipe('GitLab', 'yaml'));
  const template = readFileSync(join(project, include[0].file), 'utf8');
  const own = parse(template)['lorekeep-scan'];
  for (const name of Object.keys(job.variables)) expect(Object.keys(own.variables)).toContain(name);
  // What is kept between jobs is brought out of the project before the scan, and back after it.
  expect(own.cache.paths).toEqual(['.lorekeep-cache/']);
  const folder = join(root, 'gitlab');
  const variables = {
    SCAN_CACHE: join(folder, '.lorekeep-cache'),
    XDG_CACHE_HOME: join(root, 'gitlab-home'),
  };
  mkdirSync(variables.SCAN_CACHE, { recursive: true });
  writeFileSync(join(variables.SCAN_CACHE, 'index'), 'advisories');
  const moves = [...own.before_script, ...own.after_script].filter(
    (line: string) => line.includes('mv ') || line.includes('mkdir'),
  );
  expect(moves).toHaveLength(3);
  const [make, before, after] = moves as [string, string, string];
  const run = (script: string) =>
    spawnSync('sh', ['-e', '-c', script], { env: { ...environment, ...variables } }).status;
  expect(run(`${make}\n${before}\ntest ! -e "$SCAN_CACHE"\ntest -e "$XDG_CACHE_HOME/lorekeep/index"`)).toBe(
    0,
  );
  expect(run(`${after}\ntest -e "$SCAN_CACHE/index"`)).toBe(0);
});

test('Jenkins: the script fails the build on what a change adds, and writes both reports', () => {
  const script = /sh '''(.*?)'''/s.exec(recipe('Jenkins', 'groovy'))![1]!;
  const { folder, git } = makeRepository('jenkins');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const run = (change: Record<string, string>) =>
    spawnSync('sh', ['-e', '-c', script.replace('--sync ', '')], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...environment, SCANNER_HOME: project, WORKSPACE: folder, ...change },
    });
  expect(script).toContain('--sync ');
  const first = run({});
  expect(first.status, first.stdout + first.stderr).toBe(1);
  const kept = run({ CHANGE_TARGET: 'main' });
  expect(kept.status, kept.stdout + kept.stderr).toBe(0);
  expect(readFileSync(join(folder, 'lorekeep.xml'), 'utf8')).toContain('<testsuite');
  expect(JSON.parse(readFileSync(join(folder, 'lorekeep.sarif'), 'utf8')).version).toBe('2.1.0');
});

test('pre-commit: the hook lets a change of a file with old findings pass and stops a new secret', () => {
  const [wanted] = parse(recipe('pre-commit', 'yaml')).repos[0].hooks;
  const hooks = parse(readFileSync(join(project, '.pre-commit-hooks.yaml'), 'utf8'));
  const hook = hooks.find(({ id }: { id: string }) => id === wanted.id);
  expect(hook).toMatchObject({ language: 'script', pass_filenames: false });
  for (const arg of wanted.args.filter((each: string) => each.startsWith('--')))
    expect(Object.keys(scan.options)).toContain(arg.slice(2));
  const { folder, git } = makeRepository('hooked');
  // The framework runs the entry of the clone in the repository, with the arguments of the configuration.
  const entry = [join(project, hook.entry), ...wanted.args].map((part) => `'${part}'`).join(' ');
  writeFileSync(join(folder, '.git/hooks/pre-commit'), `#!/bin/sh\nexec ${entry}\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'old.env'), `TOKEN=${token}\nCOLOUR=green\n`);
  const passed = git('commit', '-aqm', 'y');
  expect(passed.status, passed.stderr).toBe(0);
  writeFileSync(join(folder, 'young.env'), `TOKEN=${expandTemplate('ghp_{crc}', 'young')}\n`);
  git('add', '-A');
  const stopped = git('commit', '-qm', 'z');
  expect(stopped.status).not.toBe(0);
  expect(stopped.stdout + stopped.stderr).toContain('young.env:1');
  expect(stopped.stdout + stopped.stderr).not.toContain('old.env:1');
});
