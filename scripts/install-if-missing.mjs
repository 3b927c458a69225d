// Runs before `npm start` and `npm test` on whatever Node the machine has (18 or newer), so it is plain JavaScript and needs no package.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
// Copies of the lockfile that was installed, all of it or only what runs: comparing bytes needs nothing loaded, and every command begins here.
const markers = {
  all: join(modules, '.lorekeep-installed.json'),
  run: join(modules, '.lorekeep-installed-to-run.json'),
};

/** Installs what is missing: for `run` no development tools, and Node 24 only where the machine's own is older. */
export function installIfMissing(wanted) {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  const isInstalled = (scope) => existsSync(markers[scope]) && readFileSync(markers[scope]).equals(lockfile);
  const needsNode =
    Number(process.versions.node.split('.')[0]) < 24 || process.execPath.startsWith(modules + sep);
  const hasNode = existsSync(join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'));
  if ((isInstalled('all') || (wanted === 'run' && isInstalled('run'))) && (!needsNode || hasNode)) return;

  // Who has the development tools keeps them.
  const scope = existsSync(markers.all) ? 'all' : wanted;
  const flags = [
    ...(scope === 'run' ? ['--omit=dev'] : []),
    ...(needsNode || scope === 'all' ? [] : ['--workspaces=false']),
  ];
  console.error(
    `lorekeep: installing ${scope === 'run' ? 'dependencies' : 'dependencies and development tools'} (once) …`,
  );
  // "npm ci" refuses a lockfile that lacks a build for a platform nobody here has, and some registries carry only some platforms. Versions and
  // checksums are those of the lockfile either way. The engine warning is silenced, since it would only say that the machine's own Node is old.
  const command = isComplete(JSON.parse(lockfile.toString())) ? ['ci'] : ['install', '--no-save'];
  const install = spawnSync('npm', [...command, ...flags, '--ignore-scripts', '--loglevel=error'], {
    cwd: root,
    // What npm says goes to the error output: the standard output belongs to the command that follows.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) {
    console.error(`lorekeep: "npm ${command[0]}" failed; see above. Is the package registry reachable?`);
    process.exit(install.status ?? 1);
  }
  for (const file of Object.values(markers)) rmSync(file, { force: true });
  writeFileSync(markers[scope], lockfile);
}

/** Whether the lockfile has an entry for every optional build that its packages name, without which "npm ci" refuses it. */
export function isComplete({ packages }) {
  return Object.entries(packages).every(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).every(
      (name) => packages[`node_modules/${name}`] ?? packages[`${path}/node_modules/${name}`],
    ),
  );
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  installIfMissing('all');
