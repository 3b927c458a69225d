import { type Machine, userFolder } from './user-folder.ts';

/** The folder of this user for what programs keep. */
export function userDataFolder(environment: Record<string, string | undefined>, machine?: Machine): string {
  return userFolder(names, environment, machine);
}

const names = {
  windows: 'Data',
  variable: 'XDG_DATA_HOME',
  macos: ['Library', 'Application Support'],
  elsewhere: ['.local', 'share'],
};
