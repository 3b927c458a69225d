import { rmSync, writeFileSync } from 'node:fs';

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the index of the log could not grow. */
const fullCodes: ReadonlySet<number | undefined> = new Set([13, 4_874]);
/** SQLITE_IOERR_WRITE, by which SQLite also means that a quota is used up: it knows no other code for it. */
const writeFailed = 778;

/** Whether an error of SQLite means that there is no room; `lacksRoom` is asked where its code alone does not say so. */
export function isDiskFull(error: unknown, lacksRoom: () => boolean): boolean {
  const code = (error as { errcode?: number } | undefined)?.errcode;
  return fullCodes.has(code) || (code === writeFailed && lacksRoom());
}

/** Finds out by writing a little next to a file, as the log of the database would. */
export function lacksRoomFor(
  file: string,
  write: (path: string, bytes: Uint8Array) => void = writeFileSync,
): boolean {
  const trial = `${file}.room`;
  try {
    write(trial, new Uint8Array(64 * 1024));
    return false;
  } catch (error) {
    return isNoRoom(error);
  } finally {
    rmSync(trial, { force: true });
  }
}

/** What the system says where a disk is full, or what a user may fill of it. */
function isNoRoom(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
