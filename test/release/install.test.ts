import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { withTarballs } from '../../scripts/install-locked.mjs';
import { installedByNpm } from '../../scripts/installed-by-npm.mjs';
import { temporaryFolder } from '../support/app.ts';

const script = pathToFileURL(join(import.meta.dirname, '..', '..', 'scripts', 'install-locked.mjs')).href;

test('an installation fetches one tarball per package that runs, and nothing else', async () => {
  const { folder, registry, requests } = await project(['runs', '@some/scoped'], ['develops']);
  const { status } = await install(folder, registry, ['--omit=dev']);
  expect(status).toBe(0);
  expect(requests.toSorted()).toEqual(['/@some/scoped/-/scoped-1.0.0.tgz', '/runs/-/runs-1.0.0.tgz']);
  expect(existsSync(join(folder, 'node_modules', '@some', 'scoped', 'package.json'))).toBe(true);
  expect(existsSync(join(folder, 'node_modules', 'develops'))).toBe(false);
});

test('a tarball that is not the one of the lockfile is refused, and what was installed stays', async () => {
  const { folder, registry, lockfile } = await project(['runs'], []);
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules', 'before'), '');
  lockfile.packages['node_modules/runs']!.integrity = integrityOf(Buffer.from('another tarball'));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
  const { status, printed } = await install(folder, registry, []);
  expect(status).not.toBe(0);
  expect(printed).toContain('EINTEGRITY');
  expect(existsSync(join(folder, 'node_modules', 'before'))).toBe(true);
});

test('only packages of a registry get the URL of a tarball', () => {
  const { packages } = withTarballs({
    packages: {
      '': { version: '1.0.0' },
      runtime: { version: '0.0.0' },
      'node_modules/linked': { link: true, resolved: 'runtime' },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0', integrity: 'sha512-x' },
      'node_modules/alias': { name: 'real', version: '3.0.0', integrity: 'sha512-y' },
    },
  });
  const paths = Object.values(packages).map(
    ({ resolved }) => resolved && new URL(resolved, 'file:').pathname,
  );
  expect(paths).toEqual([undefined, undefined, '/runtime', '/@b/c/-/c-2.0.0.tgz', '/real/-/real-3.0.0.tgz']);
});

test('what "npm ci" installed by hand is not installed again, and what it did not install is', async () => {
  const { folder, registry, lockfile } = await project(['runs'], ['develops']);
  const modules = join(folder, 'node_modules');
  expect(installedByNpm(modules, lockfile, 'run')).toBe(false);
  await install(folder, registry, ['--omit=dev']);
  expect(installedByNpm(modules, lockfile, 'run')).toBe(true);
  expect(installedByNpm(modules, lockfile, 'all')).toBe(false);
  lockfile.packages['node_modules/runs']!.integrity = integrityOf(Buffer.from('a newer version'));
  expect(installedByNpm(modules, lockfile, 'run')).toBe(false);
});

interface LockedPackage {
  version?: string;
  integrity?: string;
  dev?: boolean;
}

/** A project with a lockfile as ours, and a registry of its packages that lists what it is asked for. */
async function project(runs: string[], develops: string[]) {
  const folder = temporaryFolder();
  const tarballs = new Map<string, Buffer>();
  const packages: Record<string, LockedPackage> = {};
  for (const name of [...runs, ...develops]) {
    const source = join(temporaryFolder(), 'package');
    mkdirSync(source);
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
    const tarball = execFileSync('tar', ['-czf', '-', '-C', join(source, '..'), 'package']);
    tarballs.set(`/${name}/-/${name.split('/').at(-1)}-1.0.0.tgz`, tarball);
    packages[`node_modules/${name}`] = {
      version: '1.0.0',
      integrity: integrityOf(tarball),
      ...(develops.includes(name) && { dev: true }),
    };
  }
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const manifest = {
    name: 'project',
    version: '1.0.0',
    dependencies: versions(runs),
    devDependencies: versions(develops),
  };
  const lockfile = { ...manifest, lockfileVersion: 3, packages: { '': manifest, ...packages } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
  writeFileSync(join(folder, '.npmrc'), 'audit=false\nfund=false\nupdate-notifier=false\n');

  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    requests.push(path);
    const tarball = tarballs.get(path);
    response.writeHead(tarball ? 200 : 404).end(tarball);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { folder, registry, requests, lockfile: lockfile as { packages: Record<string, LockedPackage> } };
}

/** In a process of its own, since it waits for npm without serving anybody. */
async function install(
  folder: string,
  registry: string,
  flags: string[],
): Promise<{ status: number; printed: string }> {
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const program = `
    import { installLocked } from ${JSON.stringify(script)};
    console.log(JSON.stringify(installLocked(${JSON.stringify(folder)}, ${lockfile}, ${JSON.stringify(flags)})));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_registry: registry,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    },
  });
  return JSON.parse(stdout) as { status: number; printed: string };
}

function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}
