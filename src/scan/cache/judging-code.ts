import { join } from 'node:path';
import { digestOf, filesBelow } from '../../platform/file-digest.ts';

/** Next to `scan` itself: what engines and the reading of files are made of. */
const rooms = ['scan', 'content', 'kernel', 'platform'];
/** They name packages and grammars by their version. */
const manifests = ['package.json', 'grammars/manifest.json'];

/**
 * A hash of the code that analyses files and of the packages that it was made for: what another code said of a file is not what this one would
 * say. Taken of the files themselves, because a number that is raised by hand is forgotten.
 */
export function digestOfJudgingCode(): string {
  return digestOf('judging-code', root, judgingFiles());
}

const code = join(import.meta.dirname, '../..');
const root = join(code, '..');

export function judgingFiles(): string[] {
  const isCode = (name: string) => /\.[jt]s$/.test(name) && !name.endsWith('.test.ts');
  return [
    ...rooms.flatMap((room) => filesBelow(join(code, room), isCode)),
    ...manifests.map((name) => join(root, name)),
  ];
}
