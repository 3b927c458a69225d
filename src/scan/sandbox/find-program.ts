import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is, along a search path. */
export function findProgram(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
