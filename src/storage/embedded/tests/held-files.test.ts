import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HeldFiles } from '../held-files.ts';

function heldFile() {
  const root = mkdtempSync(join(tmpdir(), 'lorekeep-held-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'data');
  mkdirSync(folder);
  const file = join(folder, 'a.db');
  writeFileSync(file, 'x');
  const changes: unknown[] = [];
  const held = new HeldFiles((problem) => changes.push(problem));
  held.hold(file);
  return { root, folder, file, held, changes };
}

const lost = 'a.db was deleted or replaced under the running service.';

test('a file under its name is no problem, and nobody is told of anything', () => {
  const { held, changes } = heldFile();
  expect([held.problem(), held.problem()]).toEqual([undefined, undefined]);
  expect(changes).toEqual([]);
});

test.each<[string, (file: ReturnType<typeof heldFile>) => void]>([
  ['deleted', ({ file }) => rmSync(file)],
  [
    'replaced by one with the same content',
    ({ file, root }) => {
      // The first one is kept, so that the new one cannot have its number.
      renameSync(file, join(root, 'before'));
      writeFileSync(file, 'x');
    },
  ],
  [
    'in a folder that is a file now',
    ({ folder, root }) => {
      renameSync(folder, join(root, 'before'));
      writeFileSync(folder, '');
    },
  ],
])('a file that is %s is a problem, which is told once', (_, change) => {
  const held = heldFile();
  change(held);
  expect([held.held.problem(), held.held.problem()]).toEqual([lost, lost]);
  expect(held.changes).toEqual([lost]);
});

test('the same file back under its name is no problem any more, which is told once', () => {
  const { held, file, changes } = heldFile();
  renameSync(file, `${file}.away`);
  held.problem();
  renameSync(`${file}.away`, file);
  expect([held.problem(), held.problem()]).toEqual([undefined, undefined]);
  expect(changes).toEqual([lost, undefined]);
});

test('of several files each is looked at, and a file that is not there cannot be held', () => {
  const { held, folder, file } = heldFile();
  const other = join(folder, 'b.db');
  expect(() => held.hold(other)).toThrow('ENOENT');
  writeFileSync(other, 'y');
  held.hold(other);
  expect(held.problem()).toBeUndefined();
  rmSync(other);
  expect(held.problem()).toBe(lost.replace('a.db', 'b.db'));
  rmSync(file);
  expect(held.problem()).toBe(lost);
});
