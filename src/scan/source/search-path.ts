import { delimiter, isAbsolute } from 'node:path';

/**
 * Where programs are looked for. Git runs in folders that are scanned, so that an entry relative to the working folder (`./node_modules/.bin`, or an
 * empty one) would run a program of the repository.
 */
export function searchPath(path: string | undefined): string {
  const folders = (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.length > 0 ? folders.join(delimiter) : '/usr/local/bin:/usr/bin:/bin';
}
