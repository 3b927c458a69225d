import { chmodSync, linkSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/git-folder.ts';
import { Replacement, replaceFile } from './replacement.ts';

test('what is not finished leaves the earlier file and nothing next to it', () => {
  const folder = temporaryFolder({ 'a.json': 'old' });
  const file = join(folder, 'a.json');
  const replacement = new Replacement(file);
  expect(replacement.path).not.toBe(file);
  replacement.abandon();
  expect(() => replaceFile(join(folder, 'none', 'b.json'), 'x')).toThrow('could not be written: ENOENT');
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['a.json'], 'old']);
});

test('a file keeps its mode, and links keep leading where they lead', () => {
  const folder = temporaryFolder({ 'a.json': 'old', 'b.json': 'old' });
  const at = (name: string): string => join(folder, name);
  chmodSync(at('a.json'), 0o666);
  symlinkSync(at('a.json'), at('link'));
  linkSync(at('b.json'), at('same'));
  replaceFile(at('a.json'), 'new');
  expect(statSync(at('a.json')).mode & 0o777).toBe(0o666);
  replaceFile(at('link'), 'newer');
  expect([lstatSync(at('link')).isSymbolicLink(), readFileSync(at('a.json'), 'utf8')]).toEqual([
    true,
    'newer',
  ]);
  replaceFile(at('same'), 'new');
  expect(readFileSync(at('b.json'), 'utf8')).toBe('new');
  replaceFile(at('c.json'), 'first');
  expect(readFileSync(at('c.json'), 'utf8')).toBe('first');
  expect(readdirSync(folder).length).toBe(5);
});
