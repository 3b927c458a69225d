import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineFinding } from '../../../src/scan/model/finding.ts';
import { scanSources } from '../scan-sources.ts';
import { filesOfCommit } from './commit-files.ts';

/** The findings of the files of a commit around some of them, from the last run of the same engine where there was one. */
export async function keptFindings(
  git: string,
  commit: string,
  around: readonly string[],
  maxBytes: number,
): Promise<EngineFinding[]> {
  version ??= digestOf([
    'src/scan/engines/code',
    'src/scan/syntax',
    'rules/code',
    'bench/code/cve/commit-files.ts',
  ]);
  const folder = join('bench/.cache/cve', version);
  const name = createHash('sha256')
    .update(JSON.stringify([commit, around, maxBytes]))
    .digest('hex')
    .slice(0, 24);
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as EngineFinding[];
  const { findings } = await scanSources(filesOfCommit(git, commit, around, maxBytes));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(findings));
  return findings;
}

let version: string | undefined;

function digestOf(roots: readonly string[]): string {
  const hash = createHash('sha256');
  for (const root of roots)
    for (const path of root.includes('.') ? [root] : filesOf(root))
      hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
