import { execFileSync } from 'node:child_process';
import type { ReleaseFacts } from './release-facts.ts';

type Compression = 'xz' | 'gzip' | 'none';

/** Packs a folder so that the same files give the same bytes: sorted, with the commit's time, owned by nobody in particular. */
export function packFolder(
  folder: string,
  archive: string,
  compression: Compression,
  { epoch, fast }: Pick<ReleaseFacts, 'epoch' | 'fast'>,
  owner = 0,
): void {
  // One thread: with several, the blocks of xz depend on the machine.
  const programs = {
    xz: ['-I', fast ? 'xz -0 -T1' : 'xz -6 -T1'],
    gzip: ['-I', fast ? 'gzip -n -1' : 'gzip -n -9'],
    none: [],
  };
  execFileSync(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${epoch}`,
      `--owner=${owner}`,
      `--group=${owner}`,
      '--numeric-owner',
      '--hard-dereference',
      '--mode=u+rw,go-w,a+rX',
      ...programs[compression],
      '--file',
      archive,
      '--directory',
      folder,
      '.',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}
