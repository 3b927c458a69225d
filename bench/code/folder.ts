import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type SourcesResult, scanSources } from './scan-sources.ts';

/** Runs the code engine over a folder in one thread, as the pipeline would, and says what it cost. */
export function scanFolder(folder: string, without: readonly string[] = []): Promise<SourcesResult> {
  const sources = filesOf(folder).map((path) => ({
    path: relative(folder, path),
    size: statSync(path).size,
    read: () => readFileSync(path),
  }));
  return scanSources(sources, without);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git/'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
