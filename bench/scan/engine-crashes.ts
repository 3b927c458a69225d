// How often engines crash on real repositories, and what else could not be analysed there. The first number has to be 0.
//   node bench/scan/engine-crashes.ts --mirror FOLDER [--only NAME,NAME] [--history] [--out FILE]
// FOLDER holds bare repositories as `owner+name/repo`; each is scanned at its HEAD with every engine. Exit code 1 if an engine crashed.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scanLimitDefaults } from '../../src/config/scan-defaults.ts';
import { failuresOf } from '../../src/scan/findings/failures.ts';
import type { EngineCrash } from '../../src/scan/model/engine-crash.ts';
import { runScan } from '../../src/scan/pipeline/run-scan.ts';

interface RepositoryResult {
  name: string;
  files: number;
  crashes: EngineCrash[];
  /** How many paths could not be analysed, by engine and reason. */
  failures: Record<string, number>;
  error?: string;
}

const { values } = parseArgs({
  options: {
    mirror: { type: 'string' },
    only: { type: 'string' },
    history: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
if (!values.mirror)
  throw new Error('--mirror FOLDER is needed: a folder of bare repositories, each as owner+name/repo');

const scratch = mkdtempSync(join(tmpdir(), 'lorekeep-crashes-'));
const chosen = new Set(values.only?.split(','));
const results: RepositoryResult[] = [];
try {
  for (const name of readdirSync(values.mirror).sort()) {
    const path = join(values.mirror, name, 'repo');
    if (!existsSync(path) || (chosen.size > 0 && !chosen.has(name))) continue;
    const result = await scan(name, path);
    results.push(result);
    console.error(describe(result));
    for (const crash of result.crashes) console.error(crash);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (values.out) writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);

const crashes = results.reduce((sum, result) => sum + result.crashes.length, 0);
const files = results.reduce((sum, result) => sum + result.files, 0);
const incomplete = results.filter(({ failures, error }) => error ?? Object.keys(failures).length > 0).length;
console.log(
  `${crashes} crashes of engines in ${files} files of ${results.length} repositories; ${incomplete} repositories could not be analysed completely`,
);
process.exitCode = crashes > 0 ? 1 : 0;

async function scan(name: string, path: string): Promise<RepositoryResult> {
  const found: EngineCrash[] = [];
  const outcome = await runScan(
    {
      source: { kind: 'git', path },
      history: values.history,
      trustRepositoryConfig: false,
      triage: [],
      identityKey: Buffer.alloc(32),
      now: Date.now(),
      limits: scanLimitDefaults,
    },
    {
      onProgress: () => {},
      onCrash: (crash) => found.push(crash),
      signal: new AbortController().signal,
      network: { allowHosts: [] },
      scratchFolder: scratch,
    },
  );
  if (outcome.status === 'failed')
    return { name, files: 0, crashes: found, failures: {}, error: outcome.error };
  const failures: Record<string, number> = {};
  for (const { engine = 'all', reason, count = 1 } of failuresOf(outcome.coverage.skipped))
    failures[`${engine} ${reason}`] = (failures[`${engine} ${reason}`] ?? 0) + count;
  return { name, files: outcome.coverage.files, crashes: found, failures };
}

function describe({ name, files, crashes, failures, error }: RepositoryResult): string {
  const what = Object.entries(failures).map(([kind, count]) => `${count} ${kind}`);
  return `${name}: ${error ?? `${files} files`}, ${crashes.length} crashes${what.length > 0 ? `, ${what.join(', ')}` : ''}`;
}
