import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface LockedPackage {
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const running = Object.entries(packages).filter(
  ([path, { dev, optional, link }]) => path.startsWith('node_modules/') && !dev && !optional && !link,
);

test('what a first start fetches, next to Node itself, is at most 12 MB in at most 90 packages; on disk it is at most 60 MB', () => {
  expect(running.length).toBeLessThanOrEqual(90);
  let [fetched, onDisk] = [0, 0];
  for (const [path] of running) {
    const files = filesIn(join(root, path)).map((file) => readFileSync(file));
    onDisk += files.reduce((sum, { length }) => sum + length, 0);
    // As the registry packs them.
    fetched += gzipSync(Buffer.concat(files)).length;
  }
  expect(fetched).toBeGreaterThan(1e6);
  expect(fetched).toBeLessThan(12e6);
  expect(onDisk).toBeLessThan(60e6);
});

test('nothing that runs has native code or an install script', () => {
  expect(running.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  const native = running.flatMap(([path]) =>
    filesIn(join(root, path)).filter((file) => /\.(?:node|so|dylib|dll)$/.test(file)),
  );
  expect(native).toEqual([]);
});

test('grammars and models are in the repository, not in packages', () => {
  const names = Object.keys(packages);
  expect(names.filter((name) => /tree-sitter-|onnxruntime|@scalar/.test(name))).toEqual([]);
});

test('"npm ci" works on every platform: the lockfile has every build that its packages name', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

/** Without packages inside it, which the lockfile lists by themselves. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
}
