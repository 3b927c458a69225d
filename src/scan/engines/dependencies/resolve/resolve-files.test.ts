import { expect, test } from 'vitest';
import type { ManifestFacts } from '../facts.ts';
import { readGoMod } from '../readers/go/go-mod.ts';
import { readGoSum } from '../readers/go/go-sum.ts';
import { resolveFiles } from './resolve-files.ts';

const sum = 'example.com/a v1.0.0 h1:x=\nexample.com/b v1.1.0 h1:x=\nexample.com/b v1.2.0/go.mod h1:x=\n';
const goSum: ManifestFacts = {
  reader: 'go-sum',
  readerKind: 'record',
  ...readGoSum(sum, 'go.sum', []),
};

function beside(goMod: string | undefined): string[] {
  const manifests = [{ path: 'go.sum', facts: goSum }];
  if (goMod !== undefined)
    manifests.push({
      path: 'go.mod',
      facts: { reader: 'go-mod', readerKind: 'lockfile', ...readGoMod(goMod, 'go.mod', []) },
    });
  return resolveFiles(manifests)
    .files.filter(({ path }) => path === 'go.sum')
    .flatMap(({ dependencies }) => dependencies.map(({ name, version }) => `${name}@${version}`));
}

test('go.sum completes a go.mod that does not list everything, and stands alone where there is none', () => {
  expect(beside('module x\ngo 1.17\nrequire example.com/a v1.0.0\n')).toEqual([]);
  expect(beside('module x\ngo 1.16\nrequire example.com/a v1.0.0\n')).toEqual(['example.com/b@v1.1.0']);
  expect(beside(undefined)).toEqual(['example.com/a@v1.0.0', 'example.com/b@v1.1.0']);
});
