import { statSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../../src/platform/file-digest.ts';
import { keepLinkedText, moduleRoot } from '../../src/platform/linked/linked-text.ts';
import { LinkError } from './link-module.ts';
import { type LinkedText, linkProgram } from './link-program.ts';

/** The program of `lorekeep scan`: other commands are loaded module by module. */
export function linkScan(root: string, extension: 'ts' | 'js'): Promise<LinkedText> {
  const followed: Record<string, string[]> = {
    [`command-line.${extension}`]: [`platform/stop-compilers.${extension}`],
    [`cli/commands.${extension}`]: [`cli/scan.${extension}`],
  };
  return linkProgram({
    root,
    entries: [`command-line.${extension}`],
    packages: ['web-tree-sitter'],
    follows: (from, to) => followed[from]?.includes(to) ?? true,
  });
}

/** Links the program of this checkout for its next start. Without it that one only takes longer. */
export async function linkCheckout(): Promise<void> {
  const startedAt = Date.now();
  try {
    const { text, ids, packageFiles } = await linkScan(moduleRoot, 'ts');
    const linker = ['link-module.ts', 'link-program.ts', 'link-scan.ts'].map((name) =>
      join(import.meta.dirname, name),
    );
    // Named there: packages and grammars by their version.
    const manifests = ['package.json', 'grammars/manifest.json'].map((name) => join(moduleRoot, '..', name));
    const files = [...ids.map((id) => join(moduleRoot, id)), ...packageFiles, ...linker, ...manifests];
    // One that was written meanwhile may have been read before.
    if (files.some((file) => statSync(file).ctimeMs > startedAt - 1000)) return;
    keepLinkedText(text, files, stampOf(files));
  } catch (error) {
    if (!(error instanceof LinkError) && !(error as NodeJS.ErrnoException).code) throw error;
    console.error(`lorekeep: the next start will not be faster: ${(error as Error).message}`);
  }
}
