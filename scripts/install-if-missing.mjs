// Runs before `npm start` and `npm test` on whatever Node the machine has (18 or newer), so it is plain JavaScript and needs no package.
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
export async function installIfMissing(wanted) {
  const bytes = readFileSync(join(root, 'package-lock.json'));
  const isInstalled = (scope) => existsSync(markers[scope]) && readFileSync(markers[scope]).equals(bytes);
  const needsNode =
    Number(process.versions.node.split('.')[0]) < 24 || process.execPath.startsWith(modules + sep);
  const hasNode = existsSync(join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'));
  if ((isInstalled('all') || (wanted === 'run' && isInstalled('run'))) && (!needsNode || hasNode)) return;

  // Only now: nearly always there is nothing to install.
  const { installedByNpm } = await import('./installed-by-npm.mjs');
  const lockfile = JSON.parse(bytes.toString());
  // Who has the development tools keeps them.
  const hasAll = installedByNpm(modules, lockfile, 'all');
  const scope = hasAll || existsSync(markers.all) ? 'all' : wanted;
  if ((!needsNode || hasNode) && (hasAll || installedByNpm(modules, lockfile, scope))) {
    mark(scope, bytes);
    return;
  }
  const flags = [
    ...(scope === 'run' ? ['--omit=dev'] : []),
    ...(needsNode || scope === 'all' ? [] : ['--workspaces=false']),
  ];
  console.error(
    `lorekeep: installing ${scope === 'run' ? 'dependencies' : 'dependencies and development tools'} (once) …`,
  );
  const { installLocked, npm } = await import('./install-locked.mjs');
  const { status, printed } = installLocked(root, lockfile, flags);
  if (status !== 0) {
    // Some registries keep tarballs under other names than the usual ones, and tell npm where.
    console.error('lorekeep: asking the registry where each package is …');
    const plain = npm(['ci', ...flags, '--ignore-scripts', '--loglevel=error'], root);
    if (plain.status !== 0) {
      console.error(`${printed}${plain.stdout}${plain.stderr}`);
      console.error('lorekeep: "npm ci" failed; see above. Is the package registry reachable?');
      process.exit(plain.status ?? 1);
    }
  }
  mark(scope, bytes);
}

function mark(scope, bytes) {
  for (const file of Object.values(markers)) rmSync(file, { force: true });
  writeFileSync(markers[scope], bytes);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await installIfMissing('all');
