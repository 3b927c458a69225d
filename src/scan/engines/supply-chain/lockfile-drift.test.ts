import { expect, test } from 'vitest';
import { scanRepository } from '../infrastructure/rules/scan-repository.ts';
import { createSupplyChainEngine } from './supply-chain-engine.ts';

const engine = createSupplyChainEngine();
const manifest = (...names: string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) }, null, 2);
const lockfile = (...names: string[]) =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': JSON.parse(manifest(...names)) } });
const drift = async (files: Record<string, string>) =>
  (await scanRepository(engine, files)).findings
    .filter(({ ruleId }) => ruleId === 'supply-chain.lockfile-drift')
    .map(({ file, startLine, description }) => ({ file, startLine, description }));

test('a manifest is compared with the lockfile of its own folder', async () => {
  const files = { 'a/package.json': manifest('x', 'y'), 'a/package-lock.json': lockfile('x') };
  expect(await drift(files)).toMatchObject([{ file: 'a/package.json', startLine: 4 }]);
  expect(await drift({ ...files, 'a/package-lock.json': lockfile('x', 'y') })).toEqual([]);
});

test('a lockfile of another folder says nothing', async () => {
  expect(await drift({ 'a/package.json': manifest('x'), 'b/package-lock.json': lockfile() })).toEqual([]);
  expect(await drift({ 'package.json': manifest('x'), 'b/package-lock.json': lockfile() })).toEqual([]);
  expect(await drift({ 'package.json': manifest('x'), 'package-lock.json': lockfile() })).toHaveLength(1);
});

test('five names are listed, and that there are more', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const [five] = await drift({
    'package.json': manifest(...names.slice(1)),
    'package-lock.json': lockfile(),
  });
  const [six] = await drift({ 'package.json': manifest(...names), 'package-lock.json': lockfile() });
  expect(five!.description).toContain('b, c, d, e, f.');
  expect(six!.description).toContain('a, b, c, d, e and others.');
});
