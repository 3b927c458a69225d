import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotStore } from '../../../memory/search-index.ts';

/** Where they lie in a data folder. */
export function snapshotFolder(dataDir: string): string {
  return join(dataDir, 'indexes');
}

/** Snapshots of indexes as files of a folder, each replaced as a whole. They can be deleted at any time. */
export class SnapshotFiles implements SnapshotStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(name: string): Promise<Iterable<Uint8Array> | undefined> {
    try {
      return [await readFile(this.#path(name))];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async save(name: string, parts: Iterable<Uint8Array>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const target = this.#path(name);
    const draft = `${target}.draft`;
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        for (const part of parts) await writeWhole(file, part);
        // A name that points to bytes which never reached the disk would look like a snapshot after a power cut.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
    await rm(`${this.#path(name)}.draft`, { force: true });
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return [...new Set(names.map((name) => name.replace(/\.index(\.draft)?$/, '')))];
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.index`);
  }
}

async function writeWhole(
  file: { write(bytes: Uint8Array, offset: number): Promise<{ bytesWritten: number }> },
  bytes: Uint8Array,
): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) offset += (await file.write(bytes, offset)).bytesWritten;
}
