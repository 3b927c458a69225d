import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SnapshotFiles } from './snapshot-files.ts';

let folder: string;
let files: SnapshotFiles;
let made: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorekeep-snapshots-'));
  files = new SnapshotFiles(folder);
  made = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A part with its checksum, as an index makes them; `made` notes whose bytes were asked for. */
function part(id: string, text = id) {
  return {
    id,
    bytes: () => {
      made.push(id);
      const payload = Buffer.from(text);
      const sum = Buffer.alloc(4);
      sum.writeUInt32LE(crc32(payload));
      return Buffer.concat([payload, sum]);
    },
  };
}

const textsOf = async (name: string): Promise<string[] | undefined> => {
  const parts = await files.read(name);
  return (
    parts &&
    (await Array.fromAsync(parts, (bytes) => Buffer.from(bytes).toString('latin1', 0, bytes.length - 4)))
  );
};

test('the parts come back in their order, and a name that nobody saved is not there', async () => {
  await files.save('a', [part('x'), part('y'), part('z')]);
  expect(await textsOf('a')).toEqual(['x', 'y', 'z']);
  expect(await textsOf('b')).toBeUndefined();
  expect(await files.list()).toEqual(['a']);
});

test('a snapshot of one part has that one, and one of two has both', async () => {
  await files.save('one', [part('x')]);
  await files.save('two', [part('x'), part('y')]);
  expect([await textsOf('one'), await textsOf('two')]).toEqual([['x'], ['x', 'y']]);
});

test('a part that is there already is not written again, and one that is not needed any more goes', async () => {
  await files.save('a', [part('x'), part('old'), part('y')]);
  made = [];
  await files.save('a', [part('x'), part('new'), part('y')]);
  expect(made).toEqual(['new']);
  expect(await textsOf('a')).toEqual(['x', 'new', 'y']);
  expect(readdirSync(join(folder, 'a')).sort()).toEqual(['manifest', 'new.part', 'x.part', 'y.part']);
});

test('a save that fails half-way leaves the snapshot before it, and nothing of its own', async () => {
  await files.save('a', [part('x'), part('y')]);
  const failing = {
    id: 'w',
    bytes: (): Uint8Array => {
      throw new Error('no memory');
    },
  };
  await expect(files.save('a', [part('x'), part('v'), failing])).rejects.toThrow('no memory');
  expect(await textsOf('a')).toEqual(['x', 'y']);
  expect(readdirSync(join(folder, 'a')).sort()).toEqual(['manifest', 'x.part', 'y.part']);
});

test('a part of the same name that no manifest names is written over: it may be from a save that was cut off', async () => {
  await files.save('a', [part('x')]);
  writeFileSync(join(folder, 'a', 'y.part'), 'half of it');
  await files.save('a', [part('x'), part('y')]);
  expect(await files.damage('a')).toEqual([]);
});

test('damage is found in any part and in the manifest, and a whole snapshot has none', async () => {
  await files.save('a', [part('x'), part('y'), part('z')]);
  expect(await files.damage('a')).toEqual([]);
  const path = join(folder, 'a', 'y.part');
  const bytes = readFileSync(path);
  bytes[0]! ^= 1;
  writeFileSync(path, bytes);
  rmSync(join(folder, 'a', 'z.part'));
  expect(await files.damage('a')).toEqual([
    'part 2 of 3 (y.part) is damaged',
    'part 3 of 3 (z.part) is missing',
  ]);
  const manifest = readFileSync(join(folder, 'a', 'manifest'), 'utf8');
  writeFileSync(join(folder, 'a', 'manifest'), manifest.replace('x', 'y'));
  await expect(files.read('a')).rejects.toThrow('manifest');
  expect(await files.damage('a')).toEqual(['its manifest cannot be read']);
});

test('removing leaves nothing, nor does a snapshot of an earlier version stay behind', async () => {
  writeFileSync(join(folder, 'a.index'), 'as it was');
  expect(await files.list()).toEqual(['a']);
  await files.save('a', [part('x')]);
  expect(readdirSync(folder)).toEqual(['a']);
  await files.remove('a');
  expect(readdirSync(folder)).toEqual([]);
});

/** The folder may go at any moment, in another thread. */
function filesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOENT' });
    return [];
  }
}

test('a removal that is cut off at any moment leaves no manifest of parts that are gone, and no damage', async () => {
  await files.save(
    'a',
    Array.from({ length: 300 }, (_, i) => part(`p${i}`)),
  );
  let done = false;
  const removal = files.remove('a').then(() => {
    done = true;
  });
  const damage: string[] = [];
  while (!done) {
    // What a process that starts now would find: files are looked at without giving the removal a turn.
    const left = filesIn(join(folder, 'a'));
    if (left.includes('manifest') && left.length < 301) damage.push(`${left.length - 1} parts of 300`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await removal;
  expect(damage).toEqual([]);

  await files.save('b', [part('x')]);
  rmSync(join(folder, 'b', 'manifest'));
  expect([await files.read('b'), await files.damage('b')]).toEqual([undefined, []]);
});

test('a part stays as it is until the next one is asked for, whatever the lengths are', async () => {
  const texts = ['aaaaaaaa', 'b', 'cccc', '', 'dddddddddddd', 'ee'];
  await files.save(
    'a',
    texts.map((text, i) => part(`p${i}`, text)),
  );
  const seen: string[] = [];
  for await (const bytes of (await files.read('a'))!) {
    const before = Buffer.from(bytes).toString('latin1', 0, bytes.length - 4);
    // Long enough for the next part to be read.
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(Buffer.from(bytes).toString('latin1', 0, bytes.length - 4)).toBe(before);
    seen.push(before);
  }
  expect(seen).toEqual(texts);
});
