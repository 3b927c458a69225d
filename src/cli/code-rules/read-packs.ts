import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { dialects } from '../../scan/engines/code/library-dialects.ts';
import { readCodeRules } from '../../scan/engines/code/packs/read-pack.ts';
import type { CodeRulePack } from '../../scan/model/code-rule-pack.ts';
import { FileError } from '../command.ts';
import { plain, type Terminal } from '../terminal.ts';

/** The packs that a scan uses. Those of the scanned folder itself only add findings, and what is not followed of them is reported. */
export function readCodeRulePacks(
  folders: readonly string[],
  scanned: string | undefined,
  terminal: Terminal,
): CodeRulePack[] {
  return folders.map((folder) => {
    const isOfRepository = scanned !== undefined && isInside(folder, scanned);
    let read: ReturnType<typeof readCodeRules>;
    try {
      read = readCodeRules(folder, dialects, { isOfRepository });
    } catch (error) {
      throw new FileError((error as Error).message);
    }
    for (const each of read.ignored)
      terminal.say(
        `lorekeep scan: rules of the scanned folder only add findings; not followed: ${plain(each)}`,
      );
    return read.pack;
  });
}

function isInside(folder: string, scanned: string): boolean {
  try {
    return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(scanned)}${sep}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
