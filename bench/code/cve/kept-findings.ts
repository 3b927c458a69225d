import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
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
  return kept('cve', ofEngine, [commit, around, maxBytes], async () => {
    const { findings } = await scanSources(filesOfCommit(git, commit, around, maxBytes));
    return findings;
  });
}

/** What the command reports of the whole tree of a commit, with all that a scan does around the engine: plan, classes of files, limits, merged and repeated places. */
export async function keptFindingsOfTree(git: string, commit: string): Promise<EngineFinding[]> {
  return kept('cve-trees', ofCommand, [commit], () => scanTree(git, commit));
}

function scanTree(git: string, commit: string): EngineFinding[] {
  const folder = mkdtempSync(join(tmpdir(), 'cve-tree-'));
  try {
    const file = join(folder, 'findings.json');
    const scan = ['scan', git, '--ref', commit, '--engines', 'code', '--ignore-config'];
    const { stderr } = spawnSync(
      'npm',
      ['run', '-s', 'lorekeep', '--', ...scan, '--format', 'json', '--output', file],
      { timeout: longestScanMs, maxBuffer: 1 << 30, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    if (!existsSync(file)) throw new Error(`scan of ${git} at ${commit}: ${String(stderr).slice(-200)}`);
    return (JSON.parse(readFileSync(file, 'utf8')) as { findings: EngineFinding[] }).findings;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Findings of an earlier run of the same code, or else what is found now. */
async function kept(
  cache: string,
  roots: readonly string[],
  key: readonly unknown[],
  find: () => EngineFinding[] | Promise<EngineFinding[]>,
): Promise<EngineFinding[]> {
  const version = versions.get(cache) ?? digestOf(roots);
  versions.set(cache, version);
  const folder = join('bench/.cache', cache, version);
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 24);
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as EngineFinding[];
  const findings = await find();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(findings));
  return findings;
}

const longestScanMs = 900_000;
const ofEngine = ['src/scan/engines/code', 'src/scan/syntax', 'rules/code', 'bench/code/cve/commit-files.ts'];
const ofCommand = ['src/scan', 'src/cli', 'rules/code'];
const versions = new Map<string, string>();

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
