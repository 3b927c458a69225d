// How well decisions are found again for findings that look alike, and what that costs.
//   node bench/triage/similar.ts --mirror FOLDER --reports FOLDER [--repositories 60] [--out bench/results/triage-similar.json]
// The mirror holds bare repositories as `owner+name/repo`; each is scanned at its HEAD and its report is kept in the second folder, so that a second run
// takes seconds. What is compared is made of these findings when it runs (see duplicates.ts): nothing of a repository is stored here.
import { spawnSync } from 'node:child_process';
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
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { composeMemory } from '../../src/app/compose-memory.ts';
import { decisionMemory } from '../../src/app/recall/decision-memory.ts';
import { loadConfig } from '../../src/config/load.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createIdMaker } from '../../src/kernel/ids.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { createIndexFactory } from '../../src/memory/index/index-factory.ts';
import { shapeOf } from '../../src/scan/likeness/finding-shape.ts';
import type { Finding } from '../../src/scan/model/finding.ts';
import { pathKind } from '../../src/scan/model/path-kind.ts';
import { decisionText } from '../../src/scan/service/recall/finding-text.ts';
import { SimilarDecisions } from '../../src/scan/service/recall/similar-decisions.ts';
import type { StoredDecision } from '../../src/scan/service/triage-store.ts';
import { openDataFolder } from '../../src/storage/embedded/data-folder.ts';
import { EmbeddedMemoryStore } from '../../src/storage/embedded/memory/memory-store.ts';
import { SnapshotFiles, snapshotFolder } from '../../src/storage/embedded/memory/snapshot-files.ts';
import { type DuplicateSet, duplicateSet, type Found } from './duplicates.ts';

const { values } = parseArgs({
  options: {
    mirror: { type: 'string' },
    reports: { type: 'string' },
    repositories: { type: 'string', default: '60' },
    out: { type: 'string' },
  },
});
if (!values.mirror || !values.reports) throw new Error('--mirror FOLDER and --reports FOLDER are needed');

const found = readFindings(values.mirror, values.reports, Number(values.repositories));
const runs = [];
for (const seed of [1, 2, 3]) runs.push(await measure(duplicateSet(found, 500, seed), seed));
const result = { findings: found.length, runs };
console.log(JSON.stringify(result, null, 2));
if (values.out) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);

function readFindings(mirror: string, reports: string, most: number): Found[] {
  mkdirSync(reports, { recursive: true });
  const names = readdirSync(mirror).filter((name) => existsSync(join(mirror, name, 'repo')));
  const kept = names.filter((name) => existsSync(join(reports, `${name}.json`)));
  for (const name of names.slice(0, most)) {
    const file = join(reports, `${name}.json`);
    if (kept.length >= most || kept.includes(name)) continue;
    const main = resolve(import.meta.dirname, '..', '..', 'src', 'main.ts');
    const args = [main, 'scan', join(mirror, name, 'repo'), '--format', 'json', '--output', file];
    spawnSync(process.execPath, args, { stdio: 'ignore', timeout: 180_000 });
    if (existsSync(file)) kept.push(name);
  }
  return kept.sort().flatMap((repo) => {
    const report = JSON.parse(readFileSync(join(reports, `${repo}.json`), 'utf8')) as {
      findings?: Finding[];
    };
    return (report.findings ?? []).map((finding) => ({ repo, finding }));
  });
}

async function measure(set: DuplicateSet, seed: number) {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-triage-'));
  const data = openDataFolder(folder);
  await data.database.write(() =>
    data.database.run("INSERT INTO tenants (id, name, created_at) VALUES ('ten_a', 'a', 0)"),
  );
  const config = loadConfig({ LOREKEEP_DATA_DIR: folder, LOREKEEP_EMBEDDER: 'fast' }, folder);
  const parts = await composeMemory({
    storage: {
      memory: new EmbeddedMemoryStore(data.database),
      snapshots: new SnapshotFiles(snapshotFolder(folder)),
      folder,
    },
    clock: systemClock,
    newId: createIdMaker(systemClock),
    embedder: await createEmbedder(config.embedder, config.embedding),
    indexes: await createIndexFactory(undefined, {
      onFailure: (error) => {
        throw error;
      },
    }),
    indexBytes: 1e9,
    onFailure: (error) => {
      throw error;
    },
  });
  const memory = decisionMemory(async () => parts.memory);
  const decisions = new Map<string, StoredDecision>();
  for (const { repo, finding } of set.decisions) {
    const decision: StoredDecision = {
      status: 'false_positive',
      reason: 'Checked.',
      updatedAt: 1,
      updatedBy: 'key',
    };
    decisions.set(finding.id, decision);
    await memory.keep(
      'ten_a',
      [
        {
          findingId: finding.id,
          repoUrl: `https://git.example.com/${repo}`,
          ruleId: finding.ruleId,
          cwe: finding.cwe,
          path: pathKind(finding.file),
          shape: shapeOf(finding),
          text: decisionText(finding, decision.reason),
          decision,
        },
      ],
      new AbortController().signal,
    );
  }
  const similar = new SimilarDecisions({
    memory,
    store: { decisionsOf: async (_, ids) => new Map(ids.map((id) => [id, decisions.get(id)!])) },
    clock: systemClock,
    onFailure: (error) => {
      throw error;
    },
  });
  // Once before anything is measured: the index is loaded by then.
  await similar.of('ten_a', set.queries[0]!.finding);
  const before = process.cpuUsage();
  const shown = [];
  for (const query of set.queries) shown.push(await similar.of('ten_a', query.finding));
  const one = process.cpuUsage(before);
  const middle = process.cpuUsage();
  await similar.ofMany(
    'ten_a',
    set.queries.map(({ finding }) => finding),
  );
  const many = process.cpuUsage(middle);
  await parts.close();
  data.close();
  rmSync(folder, { recursive: true, force: true });
  const byRule = set.queries.map(({ finding }) =>
    set.decisions.filter((decision) => decision.finding.ruleId === finding.ruleId).slice(-5),
  );
  return {
    seed,
    queries: set.queries.length,
    decisions: set.decisions.length,
    repositories: set.repositories,
    rules: set.rules,
    similar: scores(
      set,
      shown.map((list) => list.map(({ findingId }) => findingId)),
    ),
    sameRuleAlone: scores(
      set,
      byRule.map((list) => list.map(({ finding }) => finding.id).reverse()),
    ),
    cpuMsPerFinding: round((one.user + one.system) / 1_000 / set.queries.length),
    cpuMsPerListedRow: round((many.user + many.system) / 1_000 / set.queries.length),
  };
}

/** Of what is shown first, how much is right; of what should be shown, how much is among the first five. */
function scores({ queries }: DuplicateSet, shown: readonly string[][]) {
  const answered = queries.filter((_, i) => shown[i]!.length > 0).length;
  const right = queries.filter(({ duplicates }, i) => duplicates.has(shown[i]![0] ?? '')).length;
  const recalls = queries.flatMap(({ duplicates }, i) =>
    duplicates.size === 0
      ? []
      : [shown[i]!.slice(0, 5).filter((id) => duplicates.has(id)).length / duplicates.size],
  );
  return {
    precisionAt1: round(right / answered),
    recallAt5: round(recalls.reduce((sum, one) => sum + one, 0) / recalls.length),
    shown: answered,
  };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
