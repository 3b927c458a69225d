import { constants, openSync } from 'node:fs';
import { join } from 'node:path';

/** The system's limit for the path of a socket is 108 bytes on Linux and 104 elsewhere. */
const maxPathBytes = 100;

/**
 * The local socket of the service that has this data folder open. A folder deep in a tree makes the path longer than the
 * system takes; on Linux it is then reached through an open handle of the folder, which has a short name.
 */
export function controlSocketPath(dataDir: string): string | undefined {
  const path = join(dataDir, 'control.sock');
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  if (process.platform !== 'linux') return undefined;
  return `/proc/self/fd/${openSync(dataDir, constants.O_RDONLY | constants.O_DIRECTORY)}/control.sock`;
}
