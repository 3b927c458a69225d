/**
 * Fixes that distributions carry as patches: a mirror for `recall.ts` made of source packages, one repository for each version of a package and one commit for each of its patches.
 * `node bench/code/cve/packaged-fixes.ts packaged.json PACKAGES MIRROR [--fill]`
 * PACKAGES holds what `apt-get source --download-only PACKAGE=VERSION` brought: the `.dsc` with its archives. Commits have fixed names and dates, so that the same packages give the same
 * commits; `--fill` writes these, and the lines that the patch touches, into the list, for cases that have none yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Case } from './cases.ts';
import { touchedLines } from './touched-lines.ts';

interface PackagedCase extends Case {
  /** As the package calls it. */
  patch: string;
}

const [list = '', packages = '', mirror = '', fill] = process.argv.slice(2);
const cases = JSON.parse(readFileSync(list, 'utf8')) as PackagedCase[];
for (const repo of new Set(cases.map((given) => given.repo))) {
  const folder = join(resolve(mirror), repo.replace('/', '+'), 'repo');
  try {
    const commits = build(repo, folder);
    for (const given of cases.filter((one) => one.repo === repo)) complete(given, commits, folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    console.error(`${repo}: ${(error as Error).message}`);
  }
}
if (fill === '--fill') {
  const whole = cases.filter(({ before }) => before !== undefined);
  console.error(`${whole.length} of ${cases.length} cases have their commits`);
  writeFileSync(list, `${JSON.stringify(whole, null, 1)}\n`);
}

function complete(given: PackagedCase, commits: readonly Patched[], folder: string): void {
  const patched = commits.find(({ patch }) => patch === given.patch);
  if (patched === undefined) throw new Error(`has no patch ${given.patch}, or it does not apply`);
  if (given.before !== undefined) {
    if (given.fix !== patched.id) throw new Error(`${given.patch} gives ${patched.id}, not ${given.fix}`);
    return;
  }
  const touched = touchedLines(join(folder, '.git'), patched.before, patched.id);
  if (touched === undefined) console.error(`${given.id}: touches no product code, or more than a fix has`);
  else
    Object.assign(given, {
      language: touched.language,
      before: patched.before,
      fix: patched.id,
      where: touched.where,
    });
}

interface Patched {
  patch: string;
  before: string;
  id: string;
}

/** `distribution/PACKAGE_VERSION` as a repository; the patches in the order of the package. */
function build(repo: string, folder: string): Patched[] {
  const name = repo.split('/')[1]!;
  const [source = '', version = ''] = name.split('_');
  const archives = readdirSync(packages);
  const upstream = version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');
  const own = archives.find((file) =>
    file.startsWith(`${source}_${version.replace(/^\d+:/, '')}.debian.tar`),
  );
  const main = archives.find(
    (file) => file.startsWith(`${source}_${upstream}.orig.tar`) && !file.endsWith('.asc'),
  );
  if (!own || !main) throw new Error('its archives are not there');
  if (!existsSync(join(folder, '.git'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    run('tar', ['-xf', join(packages, main), '-C', folder, '--strip-components=1', '--no-same-owner']);
    for (const extra of archives.filter(
      (file) => file.startsWith(`${source}_${upstream}.orig-`) && !file.endsWith('.asc'),
    )) {
      const part = join(folder, /\.orig-([\w.-]+?)\.tar/.exec(extra)![1]!);
      rmSync(part, { recursive: true, force: true });
      mkdirSync(part, { recursive: true });
      run('tar', ['-xf', join(packages, extra), '-C', part, '--strip-components=1', '--no-same-owner']);
    }
    rmSync(join(folder, 'debian'), { recursive: true, force: true });
    run('git', ['init', '-q', '-b', 'main', folder]);
    commit(folder, 'as published');
    const patches = join(folder, '.git', 'patches');
    mkdirSync(patches);
    run('tar', ['-xf', join(packages, own), '-C', patches, 'debian/patches']);
    for (const patch of seriesOf(patches)) {
      const file = join(patches, 'debian', 'patches', patch);
      run('patch', ['-p1', '-s', '-f', '--no-backup-if-mismatch', '-d', folder, '-i', file]);
      commit(folder, patch);
    }
  }
  const log = run('git', ['-C', folder, 'log', '--reverse', '--format=%H %s']).trim().split('\n');
  return log.slice(1).map((line, i) => ({
    patch: line.slice(41),
    before: log[i]!.slice(0, 40),
    id: line.slice(0, 40),
  }));
}

function seriesOf(patches: string): string[] {
  return readFileSync(join(patches, 'debian', 'patches', 'series'), 'utf8')
    .split('\n')
    .map((line) => line.split(/[\s#]/)[0]!)
    .filter(Boolean);
}

function commit(folder: string, title: string): void {
  run('git', ['-C', folder, 'add', '-A', '-f']);
  run('git', ['-C', folder, 'commit', '-q', '--no-verify', '--allow-empty', '-m', title]);
}

function run(command: string, args: readonly string[]): string {
  const date = '2000-01-01T00:00:00Z';
  const who = { NAME: 'packaged', EMAIL: 'packaged@example.org', DATE: date };
  const env = { ...process.env, TZ: 'UTC' };
  for (const [key, value] of Object.entries(who))
    for (const role of ['AUTHOR', 'COMMITTER']) Object.assign(env, { [`GIT_${role}_${key}`]: value });
  const { status, stdout, stderr, error } = spawnSync(command, args, { env, maxBuffer: 1 << 28 });
  if (status !== 0)
    throw new Error(`${command} ${args[0]}: ${error?.message ?? `${stdout}${stderr}`.slice(0, 300)}`);
  return stdout.toString('utf8');
}
