import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compareTexts } from '../kernel/compare-texts.ts';
import { rememberedJson } from './remembered-json.ts';

/** The files of a folder and the folders in it whose names are wanted, in a fixed order. */
export function filesBelow(folder: string, isWanted: (name: string) => boolean): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => compareTexts(a.name, b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path, isWanted);
      return isWanted(entry.name) ? [path] : [];
    });
}

/** One hash of what files hold and of what they are called below the root: equal wherever they lie. They are read only where their stamp is new. */
export function digestOf(name: string, root: string, files: readonly string[], folder?: string): string {
  return rememberedJson(`digest-${name}`, stampOf(files), () => hashOf(root, files), folder);
}

/** Changes when a file is written to, replaced, added or taken away; costs a look at each file, not its content. The same files elsewhere have another. */
export function stampOf(files: readonly string[]): string {
  const stamps = files.map((file) => {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    return `${file}\0${ino}\0${size}\0${mtimeMs}\0${ctimeMs}\0`;
  });
  return createHash('sha256').update(stamps.join('')).digest('hex').slice(0, 24);
}

function hashOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(`${relative(root, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}
