import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isComplete } from '../../scripts/install-if-missing.mjs';

const root = join(import.meta.dirname, '..', '..');

interface LockedPackage {
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const running = Object.entries(packages).filter(
  ([path, { dev, optional, link }]) => path.startsWith('node_modules/') && !dev && !optional && !link,
);

test('what a first start installs, next to Node itself, is at most 60 MB in at most 90 packages', () => {
  expect(running.length).toBeLessThanOrEqual(90);
  const bytes = running.reduce((sum, [path]) => sum + bytesOf(join(root, path)), 0);
  expect(bytes).toBeGreaterThan(1e6);
  expect(bytes).toBeLessThan(60e6);
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

test('"npm ci" is used where the lockfile has every build that it names', () => {
  const parent = { optionalDependencies: { 'build-a': '1.0.0', 'build-b': '1.0.0' } };
  const complete = {
    'node_modules/tool': parent,
    'node_modules/build-a': {},
    'node_modules/tool/node_modules/build-b': {},
  };
  expect(isComplete({ packages: complete })).toBe(true);
  expect(isComplete({ packages: { 'node_modules/tool': parent, 'node_modules/build-a': {} } })).toBe(false);
});

/** Without packages inside it, which the lockfile lists by themselves. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
}

function bytesOf(folder: string): number {
  return filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}
