import { type Machine, userFolder } from './user-folder.ts';

/** The folder of this user for what can be made again. */
export function userCacheFolder(environment: Record<string, string | undefined>, machine?: Machine): string {
  return userFolder(names, environment, machine);
}

const names = {
  windows: 'Cache',
  variable: 'XDG_CACHE_HOME',
  macos: ['Library', 'Caches'],
  elsewhere: ['.cache'],
};
