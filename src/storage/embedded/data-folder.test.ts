import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DataFolder, openDataFolder } from './data-folder.ts';

function newFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'lorekeep-data-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return join(root, 'data');
}

function open(path: string, onProblem?: (problem: string | undefined) => void): DataFolder {
  const folder = openDataFolder(path, onProblem && { onProblem });
  onTestFinished(() => folder.close());
  return folder;
}

function addTenant({ database }: DataFolder, id: string): Promise<unknown> {
  return database.write(() => database.run('INSERT INTO tenants VALUES (?, ?, ?)', id, id, 0));
}

test.each<[string, (folder: string) => void]>([
  ['owner.lock deleted', (folder) => unlinkSync(join(folder, 'owner.lock'))],
  ['the database deleted', (folder) => unlinkSync(join(folder, 'lorekeep.db'))],
  ['its log deleted', (folder) => unlinkSync(join(folder, 'lorekeep.db-wal'))],
  ['the folder removed', (folder) => rmSync(folder, { recursive: true })],
  [
    'the folder replaced',
    (folder) => {
      renameSync(folder, `${folder}-before`);
      openDataFolder(folder).close();
    },
  ],
])(
  'with %s under the process nothing more is accepted, and what was written can be read',
  async (_, change) => {
    const path = newFolder();
    const problems: unknown[] = [];
    const folder = open(path, (problem) => problems.push(problem));
    await addTenant(folder, 'kept');
    expect(folder.problem()).toBeUndefined();
    change(path);
    await expect(addTenant(folder, 'lost')).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryAfterSeconds: 5,
    });
    expect(folder.problem()).toMatch(/deleted or replaced/);
    expect(folder.database.all('SELECT id FROM tenants')).toEqual([{ id: 'kept' }]);
    expect(problems).toEqual([folder.problem()]);
  },
);

test('a folder that is moved away and back is the same folder', async () => {
  const path = newFolder();
  const problems: unknown[] = [];
  const folder = open(path, (problem) => problems.push(problem));
  renameSync(path, `${path}-away`);
  await expect(addTenant(folder, 'a')).rejects.toMatchObject({ code: 'storage_unavailable' });
  renameSync(`${path}-away`, path);
  await addTenant(folder, 'a');
  expect(problems).toEqual([expect.any(String), undefined]);
});

test.each([
  ['/proc/nope', 'cannot be made'],
  ['/sys/nope/deeper', 'cannot be made'],
  ['/dev/null/x', 'cannot be made: there is a file of that name'],
  ['/proc', 'cannot be written to'],
  ['x'.repeat(300), 'its name is too long'],
])('the impossible data folder %s is refused with a reason and what to do', (path, why) => {
  expect(() => openDataFolder(path)).toThrow(why);
  expect(() => openDataFolder(path)).toThrow('Choose another one with LOREKEEP_DATA_DIR');
});

test('a database that is none is refused with its path', () => {
  const path = newFolder();
  mkdirSync(path);
  writeFileSync(join(path, 'lorekeep.db'), 'no database '.repeat(1_000));
  expect(() => openDataFolder(path)).toThrow(/lorekeep\.db cannot be opened: .*backup/);
});

test('no other user reads the database or its log, also in a folder that is open to all, and after a version that left them so', async () => {
  const path = newFolder();
  mkdirSync(path, { mode: 0o755 });
  const modes = () =>
    Object.fromEntries(readdirSync(path).map((name) => [name, statSync(join(path, name)).mode & 0o777]));
  const closed = { 'lorekeep.db': 0o600, 'lorekeep.db-shm': 0o600, 'lorekeep.db-wal': 0o600 };
  const first = openDataFolder(path);
  await addTenant(first, 'a');
  expect(modes()).toMatchObject(closed);
  // As a process that was killed leaves them.
  for (const name of Object.keys(closed)) chmodSync(join(path, name), 0o444);
  first.close();
  for (const name of Object.keys(closed).slice(1)) writeFileSync(join(path, name), '', { mode: 0o644 });
  const second = openDataFolder(path);
  expect(modes()).toMatchObject(closed);
  second.close();
});
