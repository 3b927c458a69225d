import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SourceFile } from '../../src/scan/engines/engine.ts';

/** All files of a folder, sorted by path, as engines see them. */
export function readFolder(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes('/.git/'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size <= 20 << 20)
    .toSorted()
    .map((path) => {
      const bytes = readFileSync(path);
      let text: string | undefined;
      return {
        path: relative(folder, path),
        bytes,
        get text() {
          text ??= new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(
            bytes,
          );
          return text;
        },
        tree: undefined,
      };
    });
}
