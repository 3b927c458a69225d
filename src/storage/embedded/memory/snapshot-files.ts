import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isWholePart } from '../../../memory/index/snapshot/snapshot-format.ts';
import type { SnapshotPart, SnapshotStore } from '../../../memory/search-index.ts';

/** Where they are in a data folder. */
export function snapshotFolder(dataDir: string): string {
  return join(dataDir, 'indexes');
}

/**
 * Snapshots of indexes as folders of parts. A manifest names the parts that belong together; it is replaced as a whole when all of them are on the disk, and
 * parts that it named already are not written again. Any of it can be deleted at any time: the index is then built from the database.
 */
export class SnapshotFiles implements SnapshotStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const ids = await this.#manifest(name);
    return ids && readParts(ids.map((id) => this.#partPath(name, id)));
  }

  async save(name: string, parts: Iterable<SnapshotPart>): Promise<void> {
    const known = new Set(await this.#manifest(name).catch(() => undefined));
    // Not recursive: a data folder that was removed under the service must not come back with nothing but an index in it.
    for (const folder of [this.#folder, join(this.#folder, name)])
      await mkdir(folder, { mode: 0o700 }).catch(ifThere);
    const ids: string[] = [];
    try {
      for (const part of parts) {
        ids.push(part.id);
        if (!known.has(part.id)) await writeFlushed(this.#partPath(name, part.id), part.bytes());
      }
      const draft = `${this.#manifestPath(name)}.draft`;
      await writeFlushed(draft, manifestBytes(ids));
      await rename(draft, this.#manifestPath(name));
    } finally {
      await this.#removeStray(name);
    }
  }

  async remove(name: string): Promise<void> {
    // The manifest first: whoever is killed in the middle leaves parts that nothing names, and no manifest of parts that are gone.
    await rm(this.#manifestPath(name), { force: true });
    await rm(join(this.#folder, name), { recursive: true, force: true });
    await rm(this.#formerPath(name), { force: true });
  }

  async list(): Promise<string[]> {
    const names = await namesIn(this.#folder);
    return [...new Set(names.map((name) => name.replace(/\.index(\.draft)?$/, '')))];
  }

  /** Which parts are not as they were written; empty when the snapshot is whole. */
  async damage(name: string): Promise<string[]> {
    const ids = await this.#manifest(name).catch(() => 'unreadable' as const);
    if (ids === 'unreadable') return ['its manifest cannot be read'];
    // Parts without a manifest are what a first save or a removal has left that was cut off.
    if (!ids) return [];
    const problems: string[] = [];
    for (const [i, id] of ids.entries()) {
      const part = await readFile(this.#partPath(name, id)).catch(() => undefined);
      const place = `part ${i + 1} of ${ids.length} (${id}.part)`;
      if (!part) problems.push(`${place} is missing`);
      else if (!isWholePart(part)) problems.push(`${place} is damaged`);
    }
    return problems;
  }

  /** Undefined when there is none; throws when it cannot be read. */
  async #manifest(name: string): Promise<string[] | undefined> {
    const text = await readFile(this.#manifestPath(name), 'utf8').catch(ifMissing(undefined));
    return text === undefined ? undefined : parseManifest(text);
  }

  /** What a save that failed or was replaced has left. */
  async #removeStray(name: string): Promise<void> {
    const wanted = new Set((await this.#manifest(name).catch(() => undefined))?.map((id) => `${id}.part`));
    for (const file of await namesIn(join(this.#folder, name))) {
      if (file !== manifestName && !wanted.has(file))
        await rm(join(this.#folder, name, file), { force: true });
    }
    await rm(this.#formerPath(name), { force: true });
  }

  #manifestPath(name: string): string {
    return join(this.#folder, name, manifestName);
  }

  #partPath(name: string, id: string): string {
    return join(this.#folder, name, `${id}.part`);
  }

  /** One file for each snapshot, as earlier versions wrote them. */
  #formerPath(name: string): string {
    return join(this.#folder, `${name}.index`);
  }
}

const manifestName = 'manifest';

function manifestBytes(ids: readonly string[]): Uint8Array {
  const list = ids.join('\n');
  return Buffer.from(`lorekeep-snapshot ${crc32(list)}\n${list}`);
}

function parseManifest(text: string): string[] {
  const [head = '', ...ids] = text.split('\n');
  if (head !== `lorekeep-snapshot ${crc32(ids.join('\n'))}`) throw new Error('The manifest is damaged.');
  return ids;
}

/**
 * The next part is read while the one before is being used. Two buffers take turns: fresh memory for each part would cost three times as much as reading it, and leave a gigabyte to the garbage collector where
 * a snapshot has that many. So a part is valid until the next one is asked for.
 */
async function* readParts(paths: readonly string[]): AsyncIterable<Uint8Array> {
  const buffers = [new PartBuffer(), new PartBuffer()] as const;
  let next = paths[0] === undefined ? undefined : buffers[0].read(paths[0]);
  for (let i = 1; next; i++) {
    const part: Uint8Array = await next;
    next = paths[i] === undefined ? undefined : buffers[i % 2 === 0 ? 0 : 1].read(paths[i]!);
    // Whoever stops reading early does not wait for it.
    next?.catch(() => {});
    yield part;
  }
}

/** Memory that one part after the other is read into. */
class PartBuffer {
  #bytes = Buffer.alloc(0);

  async read(path: string): Promise<Uint8Array> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (this.#bytes.length < size) this.#bytes = Buffer.allocUnsafeSlow(size);
      let length = 0;
      for (let got = -1; got !== 0 && length < size; length += got)
        ({ bytesRead: got } = await file.read(this.#bytes, length, size - length, length));
      return this.#bytes.subarray(0, length);
    } finally {
      await file.close();
    }
  }
}

/** A name that points to bytes which never reached the disk would look like a snapshot after a power cut. */
async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifMissing([]));
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
}
