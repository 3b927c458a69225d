import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packFolder } from './pack.ts';
import type { ReleaseFacts } from './release-facts.ts';

/** `lorekeep-<version>-<os>-<arch>.tar.xz`: one folder that runs wherever it is unpacked. */
export function makeArchive(program: string, work: string, out: string, facts: ReleaseFacts): string {
  const name = `lorekeep-${facts.version}-${facts.os}-${facts.arch}`;
  const folder = join(work, 'archive');
  mkdirSync(folder);
  cpSync(program, join(folder, name), { recursive: true });
  packFolder(folder, join(out, `${name}.tar.xz`), 'xz', facts);
  return `${name}.tar.xz`;
}
