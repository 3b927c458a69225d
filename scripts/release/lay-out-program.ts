import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeFlags } from './node-flags.ts';
import { root } from './release-facts.ts';

interface LockedPackage {
  version: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  link?: boolean;
}

/** Starts the program with the Node next to it, from wherever it was unpacked, without needing any other program. */
const launcher = `#!/bin/sh
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in /*) self=$target ;; *) self=\${self%/*}/$target ;; esac
done
here=$(cd "\${self%/*}/.." && pwd -P)
exec "$here/bin/node" ${nodeFlags.join(' ')} "$here/lib/dist/main.js" "$@"
`;

/** Lays out the program with its own Node in a folder: \`bin/lorekeep\`, \`bin/node\` and \`lib\`, which is the package with what it needs. */
export function layOutProgram(folder: string): void {
  const lib = join(folder, 'lib');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const path of shippedPaths()) copy(join(root, path), join(lib, path));
  for (const path of runningPackages())
    copy(join(root, path), join(lib, path), (file) => isNeeded(file, join(root, path)));
  const node = join(folder, 'bin', 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  // A sixth of it is symbols for debuggers. Without binutils it stays as it is.
  const stripped = spawnSync('strip', ['--strip-all', node], { stdio: 'pipe' });
  if (stripped.status !== 0) console.error('bin/node is not stripped: binutils is missing.');
  writeFileSync(join(folder, 'bin', 'lorekeep'), launcher);
  chmodSync(join(folder, 'bin', 'lorekeep'), 0o755);
}

/** Files and folders of the package. npm reads a pattern that begins with "!" as an exception, which Node's own does not. */
export function shippedPaths(): string[] {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  const exclude = files.filter((path) => path.startsWith('!')).map((path) => path.slice(1));
  return globSync([...files, 'package.json', 'LICENSE', 'README.md'], { cwd: root, exclude });
}

/** Paths of the packages that run, as the lockfile places them; each must be installed in the version it names. */
export function runningPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional, link }]) => {
      return path.startsWith('node_modules/') && !dev && !optional && !devOptional && !link;
    })
    .map(([path, { version }]) => {
      const installed = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as LockedPackage;
      if (installed.version !== version)
        throw new Error(`${path} is ${installed.version}, not ${version}: run "npm ci".`);
      return path;
    });
}

/** Neither declarations nor maps, which only compilers and debuggers read, nor packages inside, which the lockfile lists by themselves. */
function isNeeded(file: string, folder: string): boolean {
  return (
    !/\.map$|\.[cm]?ts$|\.test\.[cm]?js$/.test(file) && !file.slice(folder.length).includes('/node_modules')
  );
}

function copy(from: string, to: string, filter: (file: string) => boolean = () => true): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, filter });
}
