import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { zipOf } from '../../../../../../test/support/zip.ts';
import { folderSource, zipSource } from './record-source.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorekeep-records-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mostBytes = 8 * 1024 * 1024;

test('records of a folder and of those in it come in the order of their names; other files and links are none', () => {
  mkdirSync(join(folder, 'b', 'c'), { recursive: true });
  for (const name of ['z.json', 'a.json', 'b/2.json', 'b/c/1.json', 'b/note.txt', 'json'])
    writeFileSync(join(folder, name), name);
  symlinkSync(join(folder, 'a.json'), join(folder, 'link.json'));
  symlinkSync(join(folder, 'b'), join(folder, 'around'));
  const source = folderSource(folder);
  expect([...source.records()]).toEqual(
    ['a.json', 'b/2.json', 'b/c/1.json', 'z.json'].map((name) => ({ name, text: name })),
  );
  expect(source.total).toBe(4);
});

test('the fingerprint of a folder is another one when a name, a size or a time is', () => {
  const file = join(folder, 'a.json');
  const seen = new Set<string>();
  const look = () => {
    const { fingerprint } = folderSource(folder);
    expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
    expect(folderSource(folder).fingerprint).toBe(fingerprint);
    seen.add(fingerprint);
  };
  for (const [content, time] of [
    ['1', 1],
    ['22', 1],
    ['22', 2],
  ] as const) {
    writeFileSync(file, content);
    utimesSync(file, time, time);
    look();
  }
  rmSync(file);
  look();
  writeFileSync(join(folder, 'b.json'), '22');
  utimesSync(join(folder, 'b.json'), 2, 2);
  look();
  expect(seen.size).toBe(5);
});

test('a record may have eight megabytes, in a folder and in a zip', () => {
  const problems = (source: Iterable<{ name: string; problem?: string }>) =>
    [...source].map(({ name, problem }) => [name, problem]);
  for (const [name, bytes] of [
    ['fits.json', mostBytes],
    ['more.json', mostBytes + 1],
  ] as const) {
    writeFileSync(join(folder, name), '');
    truncateSync(join(folder, name), bytes);
  }
  const expected = [
    ['fits.json', undefined],
    ['more.json', 'larger than 8 MB'],
  ];
  expect(problems(folderSource(folder).records())).toEqual(expected);
  const zip = join(folder, 'all.zip');
  writeFileSync(
    zip,
    zipOf([
      ['fits.json', ' '.repeat(mostBytes)],
      ['more.json', ' '.repeat(mostBytes + 1)],
    ]),
  );
  expect(problems(zipSource(zip).records())).toEqual(expected);
});

test('a file that cannot be read any more is said to be so', () => {
  writeFileSync(join(folder, 'a.json'), '{}');
  const source = folderSource(folder);
  rmSync(join(folder, 'a.json'));
  expect([...source.records()]).toEqual([{ name: 'a.json', problem: 'cannot be read: ENOENT' }]);
});

test('folders may nest twenty levels deep', () => {
  const deep = (levels: number) => join(folder, ...Array<string>(levels).fill('d'));
  mkdirSync(deep(20), { recursive: true });
  writeFileSync(join(deep(20), 'a.json'), '{}');
  expect(folderSource(folder).total).toBe(1);
  mkdirSync(deep(21));
  expect(() => folderSource(folder)).toThrow('Folders nest more than 20 levels deep.');
});

test('a zip is closed when it was read, and when who reads it has enough', () => {
  const zip = join(folder, 'all.zip');
  writeFileSync(
    zip,
    zipOf([
      ['a.json', '{}'],
      ['b.json', ''],
    ]),
  );
  // Other threads of the process open files of their own.
  const open = () => readdirSync('/proc/self/fd').filter((fd) => targetOf(fd) === realpathSync(zip)).length;
  // Packing makes these larger.
  expect([...zipSource(zip).records()]).toEqual([
    { name: 'a.json', text: '{}' },
    { name: 'b.json', text: '' },
  ]);
  for (const _ of zipSource(zip).records()) {
    expect(open()).toBe(1);
    break;
  }
  expect(open()).toBe(0);
});

function targetOf(fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // Closed meanwhile by another thread.
    return undefined;
  }
}
