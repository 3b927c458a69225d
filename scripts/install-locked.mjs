// Installs what the lockfile names without asking the registry about each package first. Plain JavaScript: it runs on any Node from 18 on.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Never contacted: npm puts the configured registry in its place.
const anyRegistry = 'https://registry.invalid';

/**
 * Runs "npm ci" on a copy of the manifests whose lockfile names every tarball, and moves the result to `node_modules`. Without the names npm
 * fetches the history of every package to find out where its tarball is: as many bytes again as the packages themselves.
 * Returns the exit status and what npm printed; where it fails, `node_modules` is as it was.
 */
export function installLocked(root, lockfile, flags) {
  const folder = mkdtempSync(join(root, '.install-'));
  try {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(withTarballs(lockfile)));
    for (const file of ['package.json', '.npmrc', ...localManifests(lockfile)]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
    const { status, stdout, stderr } = npm(
      ['ci', ...flags, '--replace-registry-host=always', '--ignore-scripts', '--loglevel=error'],
      folder,
    );
    if (status === 0) {
      rmSync(join(root, 'node_modules'), { recursive: true, force: true });
      renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
    }
    return { status, printed: `${stdout}${stderr}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The lockfile with the URL of each tarball, which follows from name and version. Checksums stay, and npm verifies them. */
export function withTarballs(lockfile) {
  const packages = Object.entries(lockfile.packages).map(([path, entry]) => {
    if (entry.link || entry.resolved || !entry.integrity || !path.includes('node_modules/'))
      return [path, entry];
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`;
    return [path, { ...entry, resolved: `${anyRegistry}/${name}/-/${file}` }];
  });
  return { ...lockfile, packages: Object.fromEntries(packages) };
}

/** Manifests of packages that are folders of the repository. */
function localManifests({ packages }) {
  return Object.keys(packages)
    .filter((path) => path !== '' && !path.includes('node_modules/'))
    .map((path) => `${path}/package.json`);
}

export function npm(args, cwd) {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
}
