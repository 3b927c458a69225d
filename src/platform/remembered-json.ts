import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compileCacheFolder } from './compile-cache-folder.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Something that follows from files of the installation and takes long to make, kept between starts next to the compiled modules,
 * which are trusted as much. The key must change with everything that it is made of. Where nothing can be written, it is made again.
 */
export function rememberedJson<T>(name: string, key: string, make: () => T, folder = compileCacheFolder): T {
  const file = join(folder, 'remembered', `${name}-${key}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    const made = make();
    write(file, JSON.stringify(made));
    forgetOthers(file, name);
    return made;
  }
}

/** What was remembered under earlier keys is of no use any more. */
function forgetOthers(file: string, name: string): void {
  try {
    for (const other of readdirSync(dirname(file)))
      if (other.startsWith(`${name}-`) && other !== basename(file)) rmSync(join(dirname(file), other));
  } catch {
    // Somebody else was faster, or it cannot be written.
  }
}

function write(file: string, text: string): void {
  try {
    writeWhole(file, text);
  } catch {
    // A read-only installation: slower, not wrong.
  }
}
