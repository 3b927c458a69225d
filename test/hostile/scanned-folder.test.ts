import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bait } from './use-harness.ts';

/** Every way in which the folder that is scanned could tell the scanner what to do. Each test runs the real command inside of that folder. */

const root = mkdtempSync(join(tmpdir(), 'lorekeep-scanned-'));
const home = join(root, 'home');
const cache = join(root, 'cache');
const canary = join(root, 'canary');
const main = new URL('../../src/main.ts', import.meta.url).pathname;
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Run {
  code: number;
  out: string;
  said: string;
}

function lorekeep(cwd: string, args: string[], environment: Record<string, string> = {}): Promise<Run> {
  const env = { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: cache, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { cwd, env }, (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, out, said }),
    );
  });
}

let count = 0;

/** A folder with a finding of severity high and these files of an attacker. */
function hostileFolder(files: Record<string, string> = {}): string {
  const folder = join(root, `repository-${count++}`);
  write(folder, { 'src/app.js': bait, ...files });
  return folder;
}

function write(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const gate = ['scan', '--engines', 'supply-chain', '--fail-on', 'high'];

const silence = 'scan:\n  limits: { fileBytes: 1, secretFileBytes: 1, files: 1, findings: 1, scanMs: 1 }\n';
const variables =
  'LOREKEEP_CONFIG=lorekeep.yaml\nLOREKEEP_SCAN_LIMITS_FILE_BYTES=1\nLOREKEEP_ADVISORIES_DIR=data\n';

describe('a file of the scanned folder does not configure the scan', () => {
  test.each<[string, Record<string, string>]>([
    ['the configuration of a service', { 'lorekeep.yaml': silence, 'lorekeep.yml': silence }],
    ['files of an environment', { '.env': variables, '.env.local': variables, '.envrc': variables }],
    [
      'settings of npm and of Node',
      {
        '.npmrc': 'node-options=--require ./evil.js\nscript-shell=./evil.sh\n',
        'node.config.json': '{"nodeOptions": {"import": ["./evil.js"]}}',
        'package.json':
          '{"type": "commonjs", "imports": {"#*": "./evil.js"}, "lorekeep": {"exclude": ["**"]}}',
        'evil.js': `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '')\n`,
      },
    ],
    [
      'files that other tools would read',
      {
        '.lorekeeprc': silence,
        'lorekeep.json': '{"scan": {"limits": {"fileBytes": 1}}}',
        '.config/lorekeep.yaml': silence,
        'lorekeep.config.js': `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '')\n`,
      },
    ],
  ])('%s', async (_, files) => {
    const folder = hostileFolder(files);
    const { code, out, said } = await lorekeep(folder, [...gate, '--ignore-config']);
    expect({ code, said }).toMatchObject({ code: 1 });
    expect(out).toContain('src/app.js:1');
    expect(existsSync(canary)).toBe(false);
  });

  test('a configuration that is not read is said not to be, and one that is named is read', async () => {
    const folder = hostileFolder({ 'lorekeep.yaml': silence });
    expect((await lorekeep(folder, gate)).said).toContain('lorekeep.yaml of this folder is not read');
    const named = await lorekeep(folder, gate, { LOREKEEP_CONFIG: join(folder, 'lorekeep.yaml') });
    expect(named.code).toBe(3);
    expect(named.said).toContain('more than 1 files');
  });
});

describe('a git repository does not configure the scan', () => {
  function repository(files: Record<string, string>): string {
    const folder = hostileFolder(files);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
        stdio: 'ignore',
      });
    git('init', '-q');
    git('add', '-A', '--force');
    git('commit', '-q', '-m', 'x');
    git('update-index', '--assume-unchanged', 'src/app.js');
    git('update-index', '--skip-worktree', 'src/app.js');
    return folder;
  }

  test('by its configuration, hooks, attributes or what it ignores', async () => {
    const script = `#!/bin/sh\ntouch ${canary}\n`;
    const folder = repository({
      '.gitignore': '*\n',
      '.gitattributes': '* export-ignore -text diff=evil filter=evil linguist-generated linguist-vendored\n',
    });
    write(folder, {
      '.git/config': [
        '[core]',
        `\tfsmonitor = ${join(folder, '.git/evil.sh')}`,
        `\thooksPath = ${join(folder, '.git/hooks')}`,
        '\texcludesFile = .git/info/exclude',
        `\tworktree = ${join(root, 'elsewhere')}`,
        '\tbare = true',
        `[filter "evil"]\n\tsmudge = ${join(folder, '.git/evil.sh')}\n\tclean = ${join(folder, '.git/evil.sh')}`,
        `[diff "evil"]\n\ttextconv = ${join(folder, '.git/evil.sh')}`,
        `[alias]\n\tls-files = !${join(folder, '.git/evil.sh')}`,
        '[include]\n\tpath = evil.config\n',
      ].join('\n'),
      '.git/evil.sh': script,
      '.git/info/exclude': '*\n',
      '.git/info/attributes': '* filter=evil\n',
      '.git/hooks/pre-commit': script,
      '.git/hooks/post-index-change': script,
    });
    for (const file of ['evil.sh', 'hooks/pre-commit', 'hooks/post-index-change'])
      chmodSync(join(folder, '.git', file), 0o755);
    const { code, out } = await lorekeep(folder, gate);
    expect(out).toContain('src/app.js:1');
    expect(code).toBe(1);
    expect(existsSync(canary)).toBe(false);
  });

  test('by programs that a relative search path would find in it', async () => {
    const folder = repository({});
    const script = `#!/bin/sh\ntouch ${canary}\nexit 0\n`;
    for (const name of ['git', 'bwrap', 'sh', 'node']) {
      write(folder, { [`node_modules/.bin/${name}`]: script, [name]: script });
      chmodSync(join(folder, 'node_modules/.bin', name), 0o755);
      chmodSync(join(folder, name), 0o755);
    }
    const path = ['node_modules/.bin', '.', '', process.env['PATH']].join(delimiter);
    const { code } = await lorekeep(folder, gate, { PATH: path });
    expect(code).toBe(1);
    expect(existsSync(canary)).toBe(false);
  });
});

describe('advisories', () => {
  const dependencies = ['scan', '--engines', 'dependencies', '--fail-on', 'high'];
  const lock = {
    'package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      packages: { '': { dependencies: { broken: '1.0.0' } }, 'node_modules/broken': { version: '1.0.0' } },
    }),
  };
  const record = (name: string) =>
    JSON.stringify({
      id: `GHSA-${name}`,
      modified: '2026-01-01T00:00:00Z',
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      affected: [{ package: { ecosystem: 'npm', name }, versions: ['1.0.0'] }],
    });
  const real = join(root, 'osv');
  const harmless = join(root, 'osv-harmless');

  beforeAll(async () => {
    write(real, { 'a.json': record('broken') });
    write(harmless, { 'a.json': record('something-else') });
    const elsewhere = hostileFolder({ 'lorekeep.yaml': 'dataDir: ./data\nadvisoriesDir: ./osv\n' });
    const { code, out } = await lorekeep(elsewhere, ['advisories', 'sync', '--from', real]);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(readdirSync(elsewhere).sort()).toEqual(['lorekeep.yaml', 'src']);
  });

  test('are in the cache of the user, and found from any folder', async () => {
    expect(existsSync(join(cache, 'lorekeep', 'advisories', 'index.db'))).toBe(true);
    const { code, out } = await lorekeep(hostileFolder(lock), dependencies);
    expect(out).toContain('GHSA-broken');
    expect(code).toBe(1);
    expect((await lorekeep(root, ['advisories', 'status'])).out).toContain('1 advisory');
  });

  test('that the scanned folder brings along are not used, whatever it calls them', async () => {
    const folder = hostileFolder(lock);
    for (const place of ['data/advisories', 'advisories', '.cache/lorekeep/advisories', 'osv']) {
      const planted = ['--from', harmless, '--advisories', join(folder, place)];
      expect((await lorekeep(root, ['advisories', 'sync', ...planted])).code).toBe(0);
    }
    write(folder, {
      '.env': 'LOREKEEP_ADVISORIES_DIR=advisories\n',
      'lorekeep.yaml': 'advisoriesDir: osv\n',
    });
    expect((await lorekeep(folder, dependencies)).code).toBe(1);
    // Without any of the user's own, nothing passes for having been checked.
    const none = { XDG_CACHE_HOME: join(root, 'empty') };
    const unchecked = await lorekeep(folder, [...dependencies, '--require-complete'], none);
    expect(unchecked.code).toBe(4);
    expect(unchecked.out).toContain('There are no advisories here');
    expect(unchecked.out.trimEnd().split('\n').at(-1)).toContain('Dependencies were NOT checked');
    const json = [...dependencies, '--format', 'json', '--fail-on', 'high'];
    expect((await lorekeep(folder, json, none)).said).toContain('Dependencies were NOT checked');
    expect((await lorekeep(folder, json)).said).not.toContain('NOT checked');
    // A build that keeps its home inside of the checkout.
    const inside = await lorekeep(folder, [...dependencies, '--require-complete'], {
      HOME: folder,
      XDG_CACHE_HOME: '',
    });
    expect(inside.code).toBe(4);
    expect(inside.said).toContain('are part of what is scanned and are not used');
  });

  test('are those of a flag or variable where one names them: an index, or a folder of records', async () => {
    const folder = hostileFolder(lock);
    const none = { XDG_CACHE_HOME: join(root, 'fresh') };
    expect((await lorekeep(folder, [...dependencies, '--advisories', real], none)).code).toBe(1);
    expect((await lorekeep(folder, dependencies, { ...none, LOREKEEP_ADVISORIES_DIR: real })).code).toBe(1);
    expect((await lorekeep(folder, [...dependencies, '--advisories', harmless], none)).code).toBe(0);
    const filled = join(root, 'filled');
    await lorekeep(root, ['advisories', 'sync', '--from', real, '--advisories', filled]);
    expect((await lorekeep(folder, [...dependencies, '--advisories', filled], none)).code).toBe(1);
    const missing = await lorekeep(folder, [...dependencies, '--advisories', join(root, 'nowhere')], none);
    expect(missing.code).toBe(3);
    expect(missing.said).toContain('there are no advisories in');
  });
});

test('results that the scanned folder brings along are not believed', async () => {
  const clean = hostileFolder({ 'src/app.js': 'f()\n' });
  const folder = hostileFolder();
  // Whoever has no key of their own shares one with everybody: a cache for any content can be made.
  expect((await lorekeep(folder, [...gate, '--cache', 'cache'])).said).toContain(
    '--cache is inside of what is scanned',
  );
  expect(existsSync(join(folder, 'cache'))).toBe(false);
  const outside = join(root, 'results');
  expect((await lorekeep(clean, [...gate, '--cache', outside])).code).toBe(0);
  expect(existsSync(outside)).toBe(true);
  const key = { LOREKEEP_SCAN_IDENTITY_KEY: 'a key that only this build has' };
  const { code, said } = await lorekeep(folder, [...gate, '--cache', 'cache'], key);
  expect({ code, said }).toEqual({ code: 1, said: '' });
  expect(existsSync(join(folder, 'cache'))).toBe(true);
});
