import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How objects are named: SHA-1 everywhere but in repositories that were made with SHA-256. */
export type ObjectFormat = 'sha1' | 'sha256';

/**
 * Writes the few files that make a folder a bare repository. No `git init`: it would copy templates and read
 * configuration. Objects of a local repository can be borrowed, so that its own configuration is never read.
 */
export async function createBareRepository(
  folder: string,
  options: { format?: ObjectFormat; borrowObjectsFrom?: string } = {},
): Promise<void> {
  await mkdir(join(folder, 'objects', 'info'), { recursive: true });
  await mkdir(join(folder, 'refs'), { recursive: true });
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(folder, 'config'), configOf(options.format ?? 'sha1'));
  if (options.borrowObjectsFrom !== undefined) {
    await writeFile(join(folder, 'objects', 'info', 'alternates'), `${quoted(options.borrowObjectsFrom)}\n`);
  }
}

function configOf(format: ObjectFormat): string {
  const version = format === 'sha256' ? 1 : 0;
  const extension = format === 'sha256' ? '[extensions]\n\tobjectformat = sha256\n' : '';
  return `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n${extension}`;
}

/** Git reads a line that begins with a quote as a C string; that is the only way to name a folder with odd characters. */
function quoted(path: string): string {
  return /^["#]|[\n\\]/.test(path) ? JSON.stringify(path) : path;
}
