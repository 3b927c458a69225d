import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dialects } from '../library-dialects.ts';
import { additiveOnly } from './additive-only.ts';
import { kindTable } from './kind-table.ts';
import { newLibrary } from './new-library.ts';
import { problemLine, readPack } from './read-pack.ts';

const library = newLibrary('acme-http', 'python')!;

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-pack-limits-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
const errorOf = (files: Record<string, string>) => {
  try {
    readPack(folderWith(files), dialects);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};
/** A library file that is as large as said: the rest is a comment. */
const sized = (bytes: number) => `${library}#${'x'.repeat(bytes - Buffer.byteLength(library) - 1)}`;
const comment = (bytes: number) => `#${'x'.repeat(bytes - 1)}`;

test('a file has at most 256 KiB', () => {
  expect(readPack(folderWith({ 'a.yaml': sized(256 * 1024) }), dialects).problems).toEqual([]);
  expect(errorOf({ 'a.yaml': sized(256 * 1024 + 1) })).toMatch(
    /a\.yaml is too large: a file has at most 262144 bytes, a folder 4194304\.$/,
  );
});

test('a folder has at most 4 MiB', () => {
  const files = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`${i}.yaml`, comment(256 * 1024)]));
  expect(errorOf(files)).toBe('');
  expect(errorOf({ ...files, 'z.yaml': '#' })).toMatch(/z\.yaml is too large/);
});

test('a folder has at most 200 files, those in folders in it counted', () => {
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`in/${i}.yml`, '#']));
  expect(errorOf(files)).toBe('');
  expect(errorOf({ ...files, 'b.yaml': '#' })).toMatch(/^There are more than 200 files in /);
});

test('a place without library files is told', () => {
  expect(errorOf({ 'a.txt': library })).toMatch(/^There is no library file \(\*\.yaml\) in /);
  expect(() => readPack('/nowhere/at/all', dialects)).toThrow('There is no folder or file /nowhere/at/all.');
});

test.each([
  ['500 characters', 'a'.repeat(500), []],
  ['501 characters', 'a'.repeat(501), ['An expression has at most 500 characters']],
  ['an open bracket', '(a', ['It is not a regular expression']],
  [
    'a repetition of repetitions',
    '(a+)+$',
    ['On some texts it takes time by the square of their length or worse; say where repetitions end'],
  ],
  ['letters of either case', '(?i)^[a-z]+$', []],
])('an expression of %s is checked', (_, expression, messages) => {
  const text = `language: python
library: acme
packages: [acme]
sinks:
  command-injection:
    - { call: acme.run, at: "Argument[0]", where: [{ at: "Argument[1]", matches: ${JSON.stringify(expression)} }] }
examples:
  - bad: "a()"
    good: "b()"
`;
  const { problems } = readPack(folderWith({ 'a.yaml': text }), dialects);
  expect(problems.length).toBe(messages.length);
  for (const [i, message] of messages.entries()) {
    expect(problemLine(problems[i]!)).toContain(`a.yaml:6:`);
    expect(problems[i]!.message).toContain(`"matches": ${message}`);
  }
});

test('kinds of most languages come first, those of as many by their name', () => {
  const rows = kindTable(dialects);
  const order = rows.map(({ kind, languages }) => [-languages.length, kind] as const);
  expect(order).toEqual([...order].sort(([a, b], [c, d]) => a - c || (b < d ? -1 : 1)));
  expect(rows[0]!.languages.length).toBeGreaterThan(rows.at(-1)!.languages.length);
  expect(rows.find(({ kind }) => kind === 'command-injection')).toMatchObject({ label: 'shell' });
});

test('of a repository’s own rules nothing is followed that takes findings away, and it is counted', () => {
  const known = { roots: new Set(['os']) } as unknown as Parameters<typeof additiveOnly>[1];
  const file = {
    sanitizers: [{ call: 'acme.clean' }, { call: 'acme.wash' }],
    guards: [{ call: 'acme.check' }],
    exits: [{ call: 'acme.stop' }],
    aliases: [
      { name: 'acme.a', as: 'x' },
      { name: 'os.b', as: 'x' },
    ],
    returns: [
      { call: 'acme.make', as: '@thing' },
      { call: 'acme.pass', from: [0] },
      { call: 'os.open', as: '@file' },
    ],
    entries: [{ call: 'acme.route', params: ['@request'] }, { call: 'acme.job' }],
    sinks: [{ call: 'acme.run' }],
  } as unknown as Parameters<typeof additiveOnly>[0];
  const { file: kept, dropped } = additiveOnly(file, known);
  expect(dropped).toEqual([
    '2 sanitizers',
    '1 guards',
    '1 exits',
    '2 models of results',
    '1 types of built-in libraries',
    '1 types of parameters',
  ]);
  expect(kept).toMatchObject({
    sanitizers: [],
    guards: [],
    exits: [],
    aliases: [{ name: 'acme.a' }],
    returns: [{ call: 'acme.make' }],
    entries: [{ call: 'acme.route' }, { call: 'acme.job' }],
    sinks: [{ call: 'acme.run' }],
  });
  expect(kept.entries![0]).not.toHaveProperty('params');
});
