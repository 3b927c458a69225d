import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { networkFiles, type Sandbox, systemFolders } from '../model/sandbox.ts';
import { findProgram } from './find-program.ts';

/** A sandbox by bubblewrap, or why there is none: it is not installed, or the machine forbids it, as many containers do. */
export function tryBubblewrap(searchPath: string): Sandbox | string {
  const bwrap = findProgram('bwrap', searchPath);
  if (bwrap === undefined) return 'bubblewrap is not installed';
  const base = [bwrap, ...isolation, ...systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder])];
  // Whether it is installed says little: user namespaces are often forbidden. Only trying tells.
  const tried = spawnSync(base[0]!, [...base.slice(1), '/bin/sh', '-c', ':'], { encoding: 'utf8' });
  if (tried.status !== 0) return `bubblewrap does not work here (${firstLine(tried.stderr)})`;
  return {
    kind: 'bubblewrap',
    nodeFlags: () => [],
    wrap: ({ readOnly, writable, network }) => [
      ...base,
      ...(network ? ['--share-net', ...networkFiles.flatMap((file) => ['--ro-bind-try', file, file])] : []),
      ...readOnly.filter(existsSync).flatMap((folder) => bind('--ro-bind', folder)),
      ...writable.filter(existsSync).flatMap((folder) => bind('--bind', folder)),
      '--chdir',
      '/tmp',
      '--',
    ],
  };
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

/** A link is bound with its target under both names: paths inside the process are those that the caller knows. */
function bind(option: string, folder: string): string[] {
  const real = realpathSync(folder);
  return real === folder ? [option, real, real] : [option, real, real, option, real, folder];
}

function firstLine(text: string | null): string {
  return (text ?? '').split('\n')[0]!.slice(0, 200) || 'no reason given';
}
