import { join } from 'node:path';
import { digestOf, filesBelow } from '../../platform/file-digest.ts';

/**
 * A hash of the code that analyses files and of the packages that it was made for: what another code said of a file is not what this one would
 * say. Taken of the files themselves, because a number that is raised by hand is forgotten.
 */
export function digestOfJudgingCode(): string {
  const scan = join(import.meta.dirname, '..');
  const root = join(scan, '../..');
  const isCode = (name: string) => /\.[jt]s$/.test(name) && !name.endsWith('.test.ts');
  const files = [scan, join(scan, '../kernel'), join(scan, '../platform')].flatMap((folder) =>
    filesBelow(folder, isCode),
  );
  return digestOf('judging-code', root, [...files, join(root, 'package.json')]);
}
