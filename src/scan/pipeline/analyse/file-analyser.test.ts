import { expect, test } from 'vitest';
import { createTools, FileAnalyser, loadEngines, nothing } from './file-analyser.ts';

const engines = await loadEngines(['secrets', 'dependencies', 'supply-chain'], {});
const analyser = new FileAnalyser(engines, createTools(new Uint8Array(32)));
const program = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), Buffer.alloc(120)]);

test('what is no text goes to the engines that asked for it, and to no other', async () => {
  const found = await analyser.analyse('bin/tool.so', program, ['secrets', 'dependencies', 'supply-chain']);
  expect(found['supply-chain']).toContain('supply-chain.committed-binary');
  expect(found.dependencies).toBe(nothing);
  expect(
    await analyser.analyse('package.json', Buffer.from('{"dependencies":{"a":"1"}}\0'), ['dependencies']),
  ).toEqual({ dependencies: nothing });
});

test('a binary lockfile is said not to be read', async () => {
  const { dependencies } = await analyser.analyse('bun.lockb', program, ['dependencies']);
  expect(dependencies).toContain('format_not_read');
});
