// Runs before `npm start` and `npm test` on whatever Node the machine has (18 or newer), so it is plain JavaScript and needs no package.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lockfile = readFileSync(join(root, 'package-lock.json'));
// A copy of the lockfile that was installed: comparing bytes needs nothing loaded, and every command begins here.
const installed = join(root, 'node_modules', '.lorekeep-installed.json');

if (!existsSync(installed) || !readFileSync(installed).equals(lockfile)) {
  console.error('lorekeep: installing dependencies (once; this takes a minute) …');
  // Not "npm ci": it refuses a lockfile that lacks a build for a platform nobody here has, and some registries carry only
  // some platforms. Versions and checksums are those of the lockfile all the same. The engine warning is silenced, since
  // it would only say that the machine's own Node is old, which is why Node 24 is among the dependencies.
  const install = spawnSync('npm', ['install', '--no-save', '--loglevel=error'], {
    cwd: root,
    // What npm says goes to the error output: the standard output belongs to the command that follows.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) {
    console.error('lorekeep: "npm install" failed; see above. Is the package registry reachable?');
    process.exit(install.status ?? 1);
  }
  writeFileSync(installed, lockfile);
}
