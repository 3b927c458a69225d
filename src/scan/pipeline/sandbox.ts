import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the analysing process may see of the machine. */
export interface SandboxFolders {
  readOnly: string[];
  writable: string[];
}

/**
 * The command that runs another one without network, without other users' processes and with nothing but the named
 * folders, by bubblewrap. Undefined where the machine has none or does not allow it, as in many containers.
 */
export function createSandbox(searchPath: string): ((folders: SandboxFolders) => string[]) | undefined {
  const bwrap = searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'bwrap'))
    .find(isExecutable);
  if (bwrap === undefined) return undefined;
  const base = [bwrap, ...isolation, ...system.flatMap((folder) => ['--ro-bind-try', folder, folder])];
  // Whether it is installed says little: user namespaces are often forbidden. Only trying tells.
  if (spawnSync(base[0]!, [...base.slice(1), '/bin/sh', '-c', ':'], { stdio: 'ignore' }).status !== 0)
    return undefined;
  return ({ readOnly, writable }) => [
    ...base,
    ...readOnly.filter(existsSync).flatMap((folder) => bind('--ro-bind', folder)),
    ...writable.filter(existsSync).flatMap((folder) => bind('--bind', folder)),
    '--chdir',
    '/tmp',
    '--',
  ];
}

const isolation = [
  '--unshare-all',
  '--die-with-parent',
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'ALL',
];

/** Programs and their libraries; not `/etc` as a whole, not `/home`, not `/var`. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/alternatives', '/etc/ld.so.cache'];

/** A link is bound with its target under both names: paths inside the process are those that the caller knows. */
function bind(option: string, folder: string): string[] {
  const real = realpathSync(folder);
  return real === folder ? [option, real, real] : [option, real, real, option, real, folder];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
