// Digests of all findings of a corpus of repositories, to show that a move of code changes no finding.
//   node bench/scan/corpus-digests.ts --mirror FOLDER --out digests.json              before the move
//   node bench/scan/corpus-digests.ts --mirror FOLDER --compare digests.json          after it: exit 1 and a list if one differs
//   … --main OTHER/src/main.ts scans with another checkout, --only NAME,NAME a part of the corpus, --keep FOLDER keeps the findings.
// FOLDER holds bare repositories as `owner+name/repo`; each is scanned at its HEAD with every engine.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

interface Digest {
  commit: string;
  findings: number;
  digest: string;
}

const { values } = parseArgs({
  options: {
    mirror: { type: 'string' },
    out: { type: 'string' },
    compare: { type: 'string' },
    main: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});
if (!values.mirror)
  throw new Error('--mirror FOLDER is needed: a folder of bare repositories, each as owner+name/repo');

const main = resolve(values.main ?? join(import.meta.dirname, '..', '..', 'src', 'main.ts'));
const scratch = mkdtempSync(join(tmpdir(), 'lorekeep-digests-'));
const earlier: Record<string, Digest> | undefined =
  values.compare === undefined ? undefined : JSON.parse(readFileSync(values.compare, 'utf8'));
const chosen = new Set(values.only?.split(','));
const digests: Record<string, Digest> = {};
try {
  for (const name of readdirSync(values.mirror).sort()) {
    const repository = join(values.mirror, name, 'repo');
    if (!existsSync(repository) || (chosen.size > 0 && !chosen.has(name))) continue;
    if (earlier && !earlier[name]) continue;
    digests[name] = digestOf(name, repository, earlier?.[name]?.commit);
    console.error(`${name}: ${digests[name].findings} findings, ${digests[name].digest.slice(0, 12)}`);
    if (values.out) writeFileSync(values.out, `${JSON.stringify(digests, null, 2)}\n`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

if (earlier) {
  const changed = Object.keys(digests).filter((name) => digests[name]!.digest !== earlier[name]!.digest);
  console.log(`${Object.keys(digests).length} repositories compared, ${changed.length} differ`);
  for (const name of changed)
    console.log(`  ${name}: ${earlier[name]!.findings} findings before, ${digests[name]!.findings} now`);
  process.exitCode = changed.length > 0 ? 1 : 0;
}

function digestOf(name: string, repository: string, at: string | undefined): Digest {
  const commit =
    at ?? execFileSync('git', ['-C', repository, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const report = join(scratch, 'report.json');
  const run = spawnSync(
    process.execPath,
    [main, 'scan', repository, '--ref', commit, '--format', 'json', '--output', report],
    {
      cwd: scratch,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    },
  );
  if (!existsSync(report))
    throw new Error(`${name}: no report; exit ${run.status}: ${run.stderr.slice(-2_000)}`);
  const { findings } = JSON.parse(readFileSync(report, 'utf8')) as { findings: unknown[] };
  if (values.keep) {
    mkdirSync(values.keep, { recursive: true });
    copyFileSync(report, join(values.keep, `${name}.json`));
  }
  rmSync(report);
  return {
    commit,
    findings: findings.length,
    digest: createHash('sha256').update(JSON.stringify(findings)).digest('hex'),
  };
}
