import { writeFileSync } from 'node:fs';

/**
 * The error that a full disk gives, from a device that is always full. No file system with quotas is at hand: for a quota it is the same error under the name and
 * number that the system gives then.
 */
export function noRoom(code: string): NodeJS.ErrnoException {
  try {
    writeFileSync('/dev/full', 'x');
  } catch (error) {
    const full = error as NodeJS.ErrnoException;
    if (full.code !== 'ENOSPC') throw error;
    return code === 'EDQUOT' ? Object.assign(full, { code, errno: -122 }) : full;
  }
  throw new Error('The device that is always full took something.');
}
