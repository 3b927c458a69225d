import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The version of this installation; `package.json` is next to `src` in a checkout and next to `dist` when installed. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

/** The version with the commit that it was built from, as far as that is known: `0.2.0 (1a2b3c4d5e6f)`. */
export function describeVersion(): string {
  const commit = readCommit();
  return commit === undefined ? readVersion() : `${readVersion()} (${commit.slice(0, 12)})`;
}

/** Written by the build; a checkout asks git, and only about itself: a package may be installed inside of another repository. */
function readCommit(): string | undefined {
  const built = join(import.meta.dirname, '..', 'commit.txt');
  if (existsSync(built)) return readFileSync(built, 'utf8').trim();
  if (!existsSync(join(root, '.git'))) return undefined;
  try {
    return execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch (error) {
    // Without git, or in a clone that belongs to somebody else, the version has to do.
    process.stderr.write(
      `lorekeep: the commit is not known (${(error as NodeJS.ErrnoException).code ?? 'git failed'}).\n`,
    );
    return undefined;
  }
}
