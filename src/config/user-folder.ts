import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

export interface Machine {
  platform: NodeJS.Platform;
  home: string;
}

/** How systems name a folder of one kind: below `AppData\Local\lorekeep`, in the variable of XDG, below the user's own folder on macOS and elsewhere. */
interface FolderNames {
  readonly windows: string;
  readonly variable: string;
  readonly macos: readonly string[];
  readonly elsewhere: readonly string[];
}

/**
 * A folder of this user, as the system names it. A relative path in the environment is not followed: it would mean another folder in every working
 * folder, and that of a repository could hold anything.
 */
export function userFolder(
  names: FolderNames,
  environment: Record<string, string | undefined>,
  { platform, home }: Machine = { platform: process.platform, home: homedir() },
): string {
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'];
    const base = local && win32.isAbsolute(local) ? local : win32.join(home, 'AppData', 'Local');
    return win32.join(base, 'lorekeep', names.windows);
  }
  const named = environment[names.variable];
  if (named && posix.isAbsolute(named)) return posix.join(named, 'lorekeep');
  return posix.join(home, ...(platform === 'darwin' ? names.macos : names.elsewhere), 'lorekeep');
}
