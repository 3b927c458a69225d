import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileCacheFolder } from '../compile-cache-folder.ts';
import { stampOf } from '../file-digest.ts';
import { writeWhole } from '../write-whole.ts';

/** `src` in a checkout, `dist` in the package. */
export const moduleRoot = join(import.meta.dirname, '..', '..');
const isPackage = import.meta.url.endsWith('.js');

/** In the package the program is part of it; a checkout, whose files change, keeps it next to the compiled modules. */
const folder = isPackage
  ? join(moduleRoot, 'linked')
  : join(compileCacheFolder, 'linked', nameOf(moduleRoot));
const textFile = join(folder, 'program.js');
const filesFile = join(folder, 'files.json');

export interface LinkedTextFile {
  file: string;
  /** Changes with everything that the program was made of. */
  identity: string;
}

/** Where the linked program is; undefined where there is none, or one of other files than there are now. */
export function findLinkedText(): LinkedTextFile | undefined {
  if (isPackage) return existsSync(textFile) ? linkedTextOf(textFile) : undefined;
  try {
    const { files, stamp } = JSON.parse(readFileSync(filesFile, 'utf8')) as {
      files: string[];
      stamp: string;
    };
    return stampOf(files) === stamp ? { file: textFile, identity: stamp } : undefined;
  } catch {
    // None yet, or one of its files is gone: the modules are loaded one by one, and the next one is linked.
    return undefined;
  }
}

/** A program whose files do not change. */
export function linkedTextOf(file: string): LinkedTextFile {
  return { file, identity: stampOf([file]) };
}

/** Keeps a program of a checkout with the files that it was made of. */
export function keepLinkedText(text: string, files: readonly string[], stamp: string): void {
  writeWhole(textFile, text);
  writeWhole(filesFile, JSON.stringify({ files, stamp }));
}

function nameOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}
