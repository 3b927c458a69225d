/**
 * How much faster two threads are than one on the same files: `node bench/code/workers.ts DIR`. Each thread parses and analyses its
 * share; the second step runs once over all facts. The ratio is of wall clock, so it says something only where the load before the run was low;
 * the CPU seconds say what the second thread costs in any case (each loads and compiles everything for itself).
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, relative } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const engine = createCodeEngine();
const tools = { hashSecret: (value: string) => value };

if (isMainThread) {
  const folder = process.argv[2]!;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) => engine.wants(relative(folder, path), statSync(path).size) && statSync(path).size < 5 << 20,
    )
    .sort();
  const megabytes = files.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6;
  const loadBefore = Math.round(loadavg()[0]! * 10) / 10;
  const one = await run(folder, files, 1);
  const two = await run(folder, files, 2);
  const result = {
    files: files.length,
    megabytes,
    loadBefore,
    wallMs: { one: one.ms, two: two.ms },
    cpuMs: { one: one.cpuMs, two: two.cpuMs },
    concludeMs: one.concludeMs,
    timesFaster: one.ms / two.ms,
    peakMemoryMegabytes: process.resourceUsage().maxRSS / 1024,
    sameFindings: one.findings === two.findings,
  };
  console.log(JSON.stringify(result, null, 2));
  writeFileSync('bench/results/code-workers.json', `${JSON.stringify(result, null, 2)}\n`);
} else {
  const { folder, files } = workerData as { folder: string; files: string[] };
  const parser = await createParser();
  await engine.prepare!(files);
  const facts: Array<{ path: string; facts: unknown }> = [];
  let findings = 0;
  for (const file of files) {
    const path = relative(folder, file);
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    const analysis = engine.analyse({ path, bytes, text, tree: parser.parse(path, text) }, tools);
    findings += analysis.findings.length;
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
  }
  parentPort!.postMessage({ findings, facts });
}

async function run(folder: string, files: string[], workers: number) {
  const from = performance.now();
  const cpuBefore = process.cpuUsage();
  const shares = await Promise.all(
    Array.from({ length: workers }, (_, i) => {
      const share = files.filter((_path, at) => at % workers === i);
      const worker = new Worker(new URL(import.meta.url), { workerData: { folder, files: share } });
      return new Promise<{ findings: number; facts: Array<{ path: string; facts: never }> }>(
        (resolve, reject) => {
          worker.on('message', resolve);
          worker.on('error', reject);
        },
      );
    }),
  );
  const facts = shares.flatMap((share) => share.facts).sort((a, b) => (a.path < b.path ? -1 : 1));
  const before = performance.now();
  await engine.prepare!(facts.map(({ path }) => path));
  const conclusion = engine.conclude!(facts, tools);
  const concludeMs = performance.now() - before;
  const findings = shares.reduce((sum, share) => sum + share.findings, 0) + conclusion.findings.length;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms: performance.now() - from, cpuMs: (user + system) / 1000, concludeMs, findings };
}
