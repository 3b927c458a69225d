import { lstatSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';

/** A process of another container has a number that means nothing here; no scan takes this long. */
const abandonedAfterMs = 86_400_000;

/**
 * A folder for the files of one scan. A name that nobody can guess, and of mode 0700: the folder above may be one that everybody shares.
 * The number of the process tells later scans whose it is.
 */
export async function makeScratch(above: string): Promise<string> {
  makeFolder(above);
  return mkdtemp(join(above, `lorekeep-scan-${process.pid}-`));
}

/**
 * Removes what scans left that were killed with no chance to do so: folders of our own user whose process is gone, a day old. Gives how
 * many, and those that could not be removed.
 */
export async function removeAbandoned(
  above: string,
  now: number,
): Promise<{ removed: number; left: string[] }> {
  const outcome = { removed: 0, left: [] as string[] };
  for (const name of namesIn(above)) {
    const pid = /^lorekeep-scan-(\d+)-[A-Za-z0-9]{6}$/.exec(name)?.[1];
    const path = join(above, name);
    if (pid === undefined || !isAbandoned(path, Number(pid), now)) continue;
    const failure = await rm(path, { recursive: true, force: true }).catch((error: Error) => error);
    if (failure === undefined) outcome.removed++;
    else outcome.left.push(path);
  }
  return outcome;
}

/** A folder that is not there, or that may not be read, holds nothing of ours. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAbandoned(path: string, pid: number, now: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return false;
  return now - found.mtimeMs > abandonedAfterMs && !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
