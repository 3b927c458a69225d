/**
 * How much faster two threads are than one on the same files: `node bench/code/workers.ts [--rounds 3] DIR…`. The threads are those of a scan, fed
 * as a scan feeds them; unpacking and the second step over all facts run once, on the main thread, and count. Wall clock says something only
 * where the load before the run was low, so the CPU time of each thread is reported too, and what it allows: on as many cores as there are
 * threads no run is shorter than the main thread's own work with the busiest thread, nor than its CPU time shared by all cores.
 *
 * What the machine itself allows is measured in the same run: a loop of plain arithmetic in one thread and in two, and the whole work of one thread
 * in two processes at once, which share nothing and wait for nothing. Where a second core is free, one thread uses it too: V8 compiles and collects
 * beside it. So one thread is also timed with everything it needs bound to one core, which is what a second core is added to.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts } from '../../src/scan/engines/code/domain/facts.ts';
import type { FileAnalysis } from '../../src/scan/engines/engine.ts';
import { analysisFlags } from '../../src/scan/pipeline/analyse/analysis-flags.ts';
import { Deadline } from '../../src/scan/pipeline/analyse/deadline.ts';
import { ThreadPool } from '../../src/scan/pipeline/analyse/thread-pool.ts';
import { feedingOrder } from '../../src/scan/pipeline/plan/feeding-order.ts';
import { startAsAnalysingProcess } from './in-analysing-process.ts';

startAsAnalysingProcess();

const loop = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => {
    const from = performance.now();
    let x = 1;
    for (let i = 0; i < 2e7; i++) x = (Math.imul(x, 1664525) ^ (x >>> 7)) + i | 0;
    parentPort.postMessage(performance.now() - from + (x === 0 ? 1 : 0));
  });`;

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, alone: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.alone) {
  const folder = positionals[0]!;
  console.log((await run(folder, filesOf(folder), 1)).wallMs);
  process.exit();
}
const report: Record<string, unknown> = { flags: analysisFlags, loopTimesFaster: await loopLimit() };
for (const folder of positionals) report[basename(folder)] = await compare(folder);
console.log(JSON.stringify(report, null, 2));
writeFileSync('bench/results/code-workers.json', `${JSON.stringify(report, null, 2)}\n`);

function filesOf(folder: string): string[] {
  const wanted = createCodeEngine();
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git/'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const { size } = statSync(path);
      return size < 5 << 20 && wanted.wants(relative(folder, path), size);
    })
    .sort();
}

async function compare(folder: string) {
  const files = filesOf(folder);
  const loadBefore = round(loadavg()[0]!);
  const runs: Record<'one' | 'two', Run[]> = { one: [], two: [] };
  const apart: Record<'one' | 'two' | 'bound', number[]> = { one: [], two: [], bound: [] };
  for (let i = 0; i < Number(values.rounds); i++) {
    runs.one.push(await run(folder, files, 1));
    runs.two.push(await run(folder, files, 2));
    apart.one.push(await alone(folder));
    apart.two.push(Math.max(...(await Promise.all([alone(folder), alone(folder)]))));
    apart.bound.push(await alone(folder, ['taskset', '-c', '0']));
  }
  const limit = (2 * Math.min(...apart.one)) / Math.min(...apart.two);
  const one = best(runs.one);
  const two = best(runs.two);
  return {
    files: files.length,
    megabytes: round(files.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6),
    loadBefore,
    wallMs: { one: one.wallMs, two: two.wallMs },
    cpuMs: { one: one.cpuMs, two: two.cpuMs },
    mainThreadMs: { one: one.mainThreadMs, two: two.mainThreadMs },
    oneCoreMs: Math.round(Math.min(...apart.bound)),
    timesFaster: round(one.wallMs / two.wallMs),
    timesFasterThanOneCore: round(Math.min(...apart.bound) / two.wallMs),
    twoProcessesTimesFaster: round(limit),
    partOfLimit: round(one.wallMs / two.wallMs / limit),
    timesFasterByCpu: round(shortest(one, 2) / shortest(two, 2)),
    sameResults: runs.one.every(({ results }) => results === one.results && results === two.results),
  };
}

interface Run {
  wallMs: number;
  cpuMs: number;
  mainThreadMs: number;
  busiestThreadMs: number;
  results: string;
}

async function run(folder: string, files: readonly string[], size: number): Promise<Run> {
  const from = performance.now();
  const cpuBefore = process.cpuUsage();
  const mainBefore = process.threadCpuUsage();
  const before = threadTimes();
  const pool = new ThreadPool(size, {
    data: { engineIds: ['code'], settings: { secretRules: [] }, identityKey: new Uint8Array(32) },
    deadline: new Deadline({ scanMs: Number.POSITIVE_INFINITY, scanWallMs: Number.POSITIVE_INFINITY }),
    onCrash: (crash) => console.error('an engine crashed', crash),
  });
  const analyses: Array<{ path: string; facts: FileFacts }> = [];
  const hash = createHash('sha256');
  const results = new Map<string, string>();
  for (const file of feedingOrder(files, (path) => statSync(path).size)) {
    const path = relative(folder, file);
    await pool.add({ path, bytes: readFileSync(file), engineIds: ['code'] }, ({ results: { code } }) => {
      if (code) results.set(path, code);
    });
  }
  await pool.drain();
  const engine = createCodeEngine();
  for (const file of files) {
    const result = results.get(relative(folder, file));
    if (result === undefined) continue;
    hash.update(result);
    const { facts } = JSON.parse(result) as FileAnalysis<FileFacts>;
    if (facts) analyses.push({ path: relative(folder, file), facts });
  }
  await engine.prepare!(analyses.map(({ path }) => path));
  const { findings } = engine.conclude!(analyses, { hashSecret: (value) => value });
  hash.update(JSON.stringify(findings));
  const wallMs = performance.now() - from;
  const busiestThreadMs = Math.max(
    ...[...threadTimes()].map(([thread, ms]) => ms - (before.get(thread) ?? 0)),
  );
  const outcome = {
    wallMs: Math.round(wallMs),
    cpuMs: milliseconds(process.cpuUsage(cpuBefore)),
    mainThreadMs: milliseconds(process.threadCpuUsage(mainBefore)),
    busiestThreadMs: Math.round(busiestThreadMs),
    results: hash.digest('hex'),
  };
  await pool.close();
  return outcome;
}

/** The time that one thread takes for everything, in a process of its own. */
function alone(folder: string, starter: readonly string[] = []): Promise<number> {
  const command = [...starter, process.execPath, ...process.execArgv, process.argv[1]!, '--alone', folder];
  return new Promise((resolve, reject) => {
    const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
    child.on('error', reject);
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.on('close', (status) =>
      status === 0 ? resolve(Number(said)) : reject(new Error('The run failed.')),
    );
  });
}

/** How much more two threads do than one where they need nothing but a core each. */
async function loopLimit(): Promise<number> {
  const threads = [new Worker(loop, { eval: true }), new Worker(loop, { eval: true })];
  const time = (thread: Worker) =>
    new Promise<number>((resolve) => {
      thread.once('message', resolve);
      thread.postMessage(null);
    });
  // Each thread is held against itself: V8 does not always optimise the same loop alike in both.
  const alone = threads.map(() => Number.POSITIVE_INFINITY);
  const together = [...alone];
  for (let i = 0; i < 40; i++) {
    for (const [at, thread] of threads.entries()) alone[at] = Math.min(alone[at]!, await time(thread));
    const times = await Promise.all(threads.map(time));
    for (const [at, ms] of times.entries()) together[at] = Math.min(together[at]!, ms);
  }
  await Promise.all(threads.map((thread) => thread.terminate()));
  return round(alone.reduce((sum, ms, at) => sum + ms / together[at]!, 0));
}

/** CPU time of every thread but the first, by thread. */
function threadTimes(): Map<string, number> {
  const times = new Map<string, number>();
  for (const thread of readdirSync('/proc/self/task')) {
    if (Number(thread) === process.pid) continue;
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1').split(') ')[1]!.split(' ');
    times.set(thread, (Number(fields[11]) + Number(fields[12])) * 10);
  }
  return times;
}

function shortest({ cpuMs, mainThreadMs, busiestThreadMs }: Run, cores: number): number {
  return Math.max(mainThreadMs + busiestThreadMs, cpuMs / cores);
}

function best(runs: readonly Run[]): Run {
  return runs.toSorted((a, b) => a.wallMs - b.wallMs)[0]!;
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return Math.round((user + system) / 1000);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
