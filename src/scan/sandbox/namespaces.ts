import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkFiles, type Sandbox, type SandboxFolders, systemFolders } from '../model/sandbox.ts';
import { findProgram } from './find-program.ts';

/**
 * A sandbox by the kernel's namespaces alone, through `unshare`, `mount`, `pivot_root` and `setpriv` of util-linux, which nearly every Linux has:
 * a file system of the named folders, no other processes, no network, no capabilities. Or why there is none.
 */
export function tryNamespaces(searchPath: string): Sandbox | string {
  if (process.platform !== 'linux') return 'namespaces exist on Linux alone';
  const programs = ['unshare', 'mount', 'umount', 'pivot_root', 'setpriv'];
  const path = `${searchPath}:/usr/sbin:/sbin:/usr/bin:/bin`;
  const missing = programs.filter((name) => findProgram(name, path) === undefined);
  if (missing.length > 0) return `${missing.join(', ')} of util-linux is not installed`;
  const unshare = findProgram('unshare', path)!;
  // Root needs no user namespace, and where those are forbidden root may still have the others.
  const ways = process.getuid?.() === 0 ? [userNamespace, []] : [userNamespace];
  for (const way of ways) {
    const sandbox = sandboxBy([unshare, ...way, ...isolation]);
    if (works(sandbox)) return sandbox;
  }
  return 'the kernel does not allow namespaces here';
}

function sandboxBy(base: readonly string[]): Sandbox {
  return {
    kind: 'namespaces',
    nodeFlags: () => [],
    wrap: (folders) => [
      ...base,
      ...(folders.network ? [] : ['--net']),
      '/bin/sh',
      '-c',
      buildAndRun,
      'sh',
      folders.root,
      ...mountsOf(folders),
      '--',
    ],
  };
}

/** Only trying tells: it must run a program, hide what was not named, and keep what was from being written. */
function works(sandbox: Sandbox): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-sandbox-'));
  try {
    const [command, ...args] = sandbox.wrap({ readOnly: [], writable: [], root: folder });
    const probe = 'test ! -e /etc/passwd && test "$$" -lt 10 && ! ( : > /usr/.lorekeep-probe ) 2>/dev/null';
    return spawnSync(command!, [...args, '/bin/sh', '-c', probe], { stdio: 'ignore' }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const userNamespace = ['--user', '--map-root-user'];
const isolation = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];

function mountsOf({ readOnly, writable, network }: SandboxFolders): string[] {
  const sources = new Map<string, string>();
  const mounts: string[] = [];
  const add = (mode: 'ro' | 'rw', path: string) => {
    if (sources.has(path) || !existsSync(path)) return;
    const source = realpathSync(path);
    // In a folder that is read-only already no place for another mount can be made, and none is needed.
    if (mode === 'ro' && isVisible(path, source, sources)) return;
    sources.set(path, source);
    mounts.push(mode, source, path);
  };
  for (const folder of systemFolders) add('ro', folder);
  if (network) for (const file of networkFiles) add('ro', file);
  for (const folder of readOnly) {
    add('ro', realOf(folder));
    add('ro', folder);
  }
  for (const folder of writable) {
    add('rw', realOf(folder));
    add('rw', folder);
  }
  return mounts;
}

/** Whether a folder above is mounted, and what is below it there is this very file or folder. */
function isVisible(path: string, source: string, sources: ReadonlyMap<string, string>): boolean {
  for (const [place, from] of sources) {
    if (path.startsWith(`${place}/`) && source === join(from, path.slice(place.length))) return true;
  }
  return false;
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Arguments: the folder for the new root, triples of mode, source and place, `--`, the command. A remount must repeat the flags that
 * the mount already has, or a user namespace is refused it: hence the tries.
 */
const buildAndRun = `
set -e
PATH="$PATH:/usr/sbin:/sbin:/usr/bin:/bin"
root="$1"; shift
mount -t tmpfs -o mode=0755,size=16m lorekeep "$root"
seal() {
  mount -o remount,bind,ro "$1" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev "$1" 2>/dev/null ||
    mount -o remount,bind,ro,nosuid,nodev,noatime "$1" 2>/dev/null || mount -o remount,bind,ro,noatime "$1" 2>/dev/null ||
    mount -o remount,bind,ro,nosuid,nodev,noexec "$1" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev,noexec,noatime "$1"
}
while [ "$1" != -- ]; do
  if [ -d "$2" ]; then mkdir -p "$root$3"; else mkdir -p "$root\${3%/*}"; : > "$root$3"; fi
  mount --rbind "$2" "$root$3"
  if [ "$1" = ro ]; then seal "$root$3"; fi
  shift 3
done
shift
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/.old"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
[ -n "$(ls -A "$root/tmp")" ] || mount -t tmpfs -o nosuid,nodev,size=256m tmpfs "$root/tmp"
for device in null zero random urandom; do : > "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
cd "$root"
pivot_root . .old
cd /
umount -l /.old
rmdir /.old
exec setpriv --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all -- "$@"
`;
