import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

export interface Machine {
  platform: NodeJS.Platform;
  home: string;
}

/**
 * The folder of this user for what can be made again, as the system names it. A relative path in the environment is not followed: it would
 * mean another folder in every working folder, and that of a repository could hold anything.
 */
export function userCacheFolder(
  environment: Record<string, string | undefined>,
  { platform, home }: Machine = { platform: process.platform, home: homedir() },
): string {
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'];
    const base = local && win32.isAbsolute(local) ? local : win32.join(home, 'AppData', 'Local');
    return win32.join(base, 'lorekeep', 'Cache');
  }
  const named = environment['XDG_CACHE_HOME'];
  if (named && posix.isAbsolute(named)) return posix.join(named, 'lorekeep');
  return platform === 'darwin'
    ? posix.join(home, 'Library', 'Caches', 'lorekeep')
    : posix.join(home, '.cache', 'lorekeep');
}
