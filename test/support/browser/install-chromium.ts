/** How a command ended: its exit status, or null where it took too long or is not there. */
export type Run = (command: string, args: readonly string[], timeoutMs: number) => number | null;

const name = 'chromium-headless-shell';
const minute = 60_000;
const apt = [
  '-y',
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=20',
  '-o',
  'Acquire::https::Timeout=20',
  '-o',
  'DPkg::Lock::Timeout=60',
];
const install = [...apt, '--no-install-recommends', 'install', name];

/**
 * Installs Debian's headless Chromium, where this process may install packages. Whatever needs the network has a limit and may be
 * killed; the unpacking, which should not be, needs nothing but the disk. Returns why it was not installed.
 */
export function installChromium(run: Run, { isRoot }: { isRoot: boolean }): string | undefined {
  if (run('apt-get', ['--version'], minute) !== 0) return 'this system has no apt-get';
  if (!isRoot) return 'only root may install packages';
  const download = () => run('apt-get', ['--download-only', ...install], 5 * minute) === 0;
  if (!download()) {
    if (run('apt-get', [...apt, 'update'], 3 * minute) !== 0) return 'apt-get update failed';
    if (!download()) return `apt-get could not download ${name}`;
  }
  if (run('apt-get', ['--no-download', ...install], 10 * minute) !== 0)
    return `apt-get could not install ${name}`;
  return undefined;
}
