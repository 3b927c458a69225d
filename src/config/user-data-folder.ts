import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Machine } from './user-cache-folder.ts';

/** The folder of this user for what programs keep, as the system names it. As with the cache, a relative path in the environment is not followed. */
export function userDataFolder(
  environment: Record<string, string | undefined>,
  { platform, home }: Machine = { platform: process.platform, home: homedir() },
): string {
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'];
    const base = local && win32.isAbsolute(local) ? local : win32.join(home, 'AppData', 'Local');
    return win32.join(base, 'lorekeep', 'Data');
  }
  const named = environment['XDG_DATA_HOME'];
  if (named && posix.isAbsolute(named)) return posix.join(named, 'lorekeep');
  return platform === 'darwin'
    ? posix.join(home, 'Library', 'Application Support', 'lorekeep')
    : posix.join(home, '.local', 'share', 'lorekeep');
}
