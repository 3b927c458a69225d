import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const nativeFolder = join(import.meta.dirname, '..', '..', 'native');

/** No libc, no state of the machine that builds, and no rounding but that of the source. */
export const flags = [
  ...['-std=c11', '-O3', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-s'],
  ...['-ffreestanding', '-nostdlib', '-fvisibility=hidden', '-fno-stack-protector', '-fcf-protection=none'],
  ...['-fno-strict-aliasing', '-ffp-contract=off', '-fno-math-errno', '-fno-tree-vectorize'],
  ...['-fno-tree-loop-distribute-patterns', '-fno-asynchronous-unwind-tables', '-fno-ident'],
  ...['-ffile-prefix-map=.=native', '-Wl,--build-id=none', '-Wl,-z,noexecstack,-z,relro,-z,now'],
];

/** The files of the source with their checksums. */
export function readSources(folder = nativeFolder): Record<string, string> {
  const names = readdirSync(folder).filter((name) => /\.[ch]$/.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, sha256(readFileSync(join(folder, name)))]));
}

/** The first line that gcc writes about itself; nothing where there is none for this platform. */
export function compilerVersion(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { status, stdout } = spawnSync('gcc', ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0] : undefined;
}

export function compile(sources: readonly string[], folder = nativeFolder): Buffer {
  const target = mkdtempSync(join(tmpdir(), 'lorekeep-native-'));
  try {
    const out = join(target, 'kernels.node');
    const units = sources.filter((name) => name.endsWith('.c'));
    const { status, stderr } = spawnSync('gcc', [...flags, ...units, '-o', out], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`gcc does not compile the native kernels.\n${stderr}`);
    checkSymbols(out);
    return readFileSync(out);
  } finally {
    rmSync(target, { recursive: true });
  }
}

/** Without libc the file can be loaded wherever Node runs, whichever libc Node was built for. */
function checkSymbols(file: string): void {
  const { stdout } = spawnSync('nm', ['-D', '--undefined-only', '--format=posix', file], {
    encoding: 'utf8',
  });
  const wanted = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]!);
  const others = wanted.filter((name) => !name.startsWith('napi_'));
  if (others.length > 0) throw new Error(`The native kernels need ${others.join(', ')}.`);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
