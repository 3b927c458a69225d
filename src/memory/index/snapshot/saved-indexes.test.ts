import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  anna,
  bert,
  type MemoryHarness,
  openMemory,
  temporaryFolder,
} from '../../../../test/memory/harness.ts';
import type { SnapshotPart, SnapshotStore } from '../../search-index.ts';
import { createIndexFactory } from '../index-factory.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.dispose());

const write = (harness: MemoryHarness, contents: string[], namespace = 'a') =>
  harness.memory.write(anna, { namespace, entries: contents.map((content) => ({ content, metadata: {} })) });

const search = async (harness: MemoryHarness, query: string, namespace = 'a'): Promise<string[]> =>
  (await harness.memory.search(anna, { namespace, query, limit: 5 })).map(({ content }) => content);

/** Snapshots that are not done until they may be, as on a disk that is very slow. */
class SlowSnapshots implements SnapshotStore {
  begun = 0;
  #mayEnd!: () => void;
  readonly #ended = new Promise<void>((resolve) => {
    this.#mayEnd = resolve;
  });
  saved: Uint8Array[] | undefined;

  async save(_: string, parts: Iterable<SnapshotPart>): Promise<void> {
    this.begun++;
    await this.#ended;
    this.saved = Array.from(parts, (part) => part.bytes().slice());
  }

  end(): void {
    this.#mayEnd();
  }

  async read(): Promise<AsyncIterable<Uint8Array> | undefined> {
    const { saved } = this;
    return (
      saved &&
      (async function* () {
        yield* saved;
      })()
    );
  }

  async remove(): Promise<void> {}

  async list(): Promise<string[]> {
    return [];
  }
}

test('searches and writes are answered while a snapshot is being written, and the snapshot holds what was there before', async () => {
  const snapshots = new SlowSnapshots();
  const options = {
    path: folder.path,
    indexes: await createIndexFactory(1),
    snapshots,
    snapshotMinEntries: 10,
  };
  const harness = await openMemory(options);
  await write(harness, ['the first one']);
  expect(await search(harness, 'first')).toEqual(['the first one']);
  for (let i = 0; i < 5; i++) await write(harness, [`entry ${i}`, `other ${i}`]);
  await expect.poll(() => snapshots.begun).toBe(1);
  const { ids } = await write(harness, ['written meanwhile']);
  expect(await search(harness, 'written meanwhile')).toContain('written meanwhile');
  await harness.memory.update(anna, ids[0]!, { content: 'changed meanwhile' });
  expect(await search(harness, 'changed meanwhile')).toContain('changed meanwhile');
  await harness.memory.delete(anna, ids[0]!);
  expect(await search(harness, 'changed meanwhile')).not.toContain('changed meanwhile');
  snapshots.end();
  await harness.close();

  const again = await openMemory({ ...options, indexes: await createIndexFactory(1) });
  let rowsRead = 0;
  const { readAllEmbeddings } = again.store;
  again.store.readAllEmbeddings = (...args) => {
    rowsRead++;
    return readAllEmbeddings.apply(again.store, args);
  };
  expect(await search(again, 'the first one')).toContain('the first one');
  expect(rowsRead).toBe(0);
  await again.close();
});

describe('a snapshot that cannot be read costs the time to build the index again, never the answer', () => {
  const failures: string[] = [];

  const openWith = async (read?: SnapshotStore['read']) => {
    failures.length = 0;
    const options = {
      path: folder.path,
      indexes: await createIndexFactory(1),
      snapshotMinEntries: 2,
      onFailure: (error: unknown) => failures.push(String(error)),
    };
    if (!read) return openMemory(options);
    const snapshots = new SlowSnapshots();
    snapshots.end();
    snapshots.read = read as SlowSnapshots['read'];
    return openMemory({ ...options, snapshots });
  };

  beforeEach(async () => {
    const harness = await openWith();
    await write(harness, ['the red one', 'the green one', 'the blue one']);
    await search(harness, 'red');
    await harness.close();
  });

  test('one that is removed while it is read is no failure: its namespace or its model went', async () => {
    let reads = 0;
    const harness = await openWith(async () => {
      // It is there when the reading begins, and gone when somebody looks again.
      if (++reads > 1) return undefined;
      const next = () => Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' }));
      return { [Symbol.asyncIterator]: () => ({ next }) };
    });
    expect(await search(harness, 'red')).toContain('the red one');
    expect([reads, failures]).toEqual([2, []]);
    await harness.close();
  });

  test.each<[string, SnapshotStore['read']]>([
    [
      'that is larger than what can be read at once',
      async () => {
        throw Object.assign(new RangeError('File size is greater than 2 GiB'), {
          code: 'ERR_FS_FILE_TOO_LARGE',
        });
      },
    ],
    [
      'whose disk fails half-way',
      async () =>
        (async function* () {
          yield new Uint8Array(0);
          throw new Error('EIO');
        })(),
    ],
    [
      'of nonsense',
      async () =>
        (async function* () {
          yield Buffer.from('nonsense');
        })(),
    ],
  ])('one %s', async (_, read) => {
    const harness = await openWith(read);
    expect(await search(harness, 'green')).toContain('the green one');
    expect(failures).toEqual([expect.stringContaining('built again')]);
    await harness.close();
  });

  test('one with a part missing or a manifest that is not its own', async () => {
    const indexes = join(folder.path, 'indexes');
    const [name] = readdirSync(indexes);
    const part = readdirSync(join(indexes, name!)).find((file) => file.endsWith('.part'))!;
    rmSync(join(indexes, name!, part));
    const harness = await openWith();
    expect(await search(harness, 'green')).toContain('the green one');
    expect(failures).toHaveLength(1);
    await harness.close();
    writeFileSync(join(indexes, name!, 'manifest'), 'nonsense');
    const again = await openWith();
    expect(await search(again, 'blue')).toContain('the blue one');
    await again.close();
  });
});

describe('where the memory for vectors is used up', () => {
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `entry ${from + i}`);

  test('writes are stored, searches say why they cannot be answered, and other tenants are not touched', async () => {
    const failures: unknown[] = [];
    const harness = await openMemory({
      path: folder.path,
      // As much as a dozen blocks of vectors of the stub take.
      indexes: await createIndexFactory(1, { maxBytes: 2 * 65_536 }),
      onFailure: (error) => failures.push(error),
    });
    const small = { namespace: 'small', entries: [{ content: 'a small one', metadata: {} }] };
    await harness.memory.write(bert, small);
    expect(await harness.memory.search(bert, { namespace: 'small', query: 'small', limit: 1 })).toHaveLength(
      1,
    );
    await write(harness, many(10));
    expect(await search(harness, 'entry 1')).toContain('entry 1');
    for (let i = 0; i < 60; i++) await write(harness, many(200, 10 + i * 200));
    expect(failures.length).toBeGreaterThan(0);
    await expect(search(harness, 'entry 1')).rejects.toMatchObject({ code: 'index_memory_full' });
    await expect(search(harness, 'entry 1')).rejects.toMatchObject({ code: 'index_memory_full' });
    const { items } = await harness.memory.list(anna, { namespace: 'a', limit: 1, order: 'newest' });
    expect(items[0]!.content).toBe('entry 12009');
    expect(await harness.memory.search(bert, { namespace: 'small', query: 'small', limit: 1 })).toHaveLength(
      1,
    );
    await harness.memory.deleteNamespace(anna, 'a');
    await write(harness, ['there is room again']);
    expect(await search(harness, 'room')).toEqual(['there is room again']);
    await harness.close();
  });
});
