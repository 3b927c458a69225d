import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RepositoryBuilder } from '../hostile/repositories.ts';
import { startTrustedHost } from '../support/trusted-host.ts';
import { KillableService } from './service.ts';

export interface TrialOptions {
  scans: number;
  /** Kills of the service and of processes of scans, spread over the trial. */
  serviceKills: number;
  workerKills: number;
  seed: number;
  say?(line: string): void;
}

export interface TrialFigures {
  started: number;
  completed: number;
  failed: Record<string, number>;
  serviceKills: number;
  workerKills: number;
  /** Each of these has to be 0. */
  lost: number;
  doubled: number;
  stuck: number;
  changed: number;
  wrongFindings: number;
  crashes: number;
  /** Processes of scans that went on long after their service was killed. */
  orphans: number;
  /** Folders that scans left behind. */
  leftovers: number;
  seconds: number;
}

const repositories = 5;
/** So often nothing may have changed before scans count as stuck. */
const maxIdleLooks = 6_000;

/**
 * Starts scans of small repositories and kills the service and its workers at random meanwhile. Afterwards every scan that
 * was accepted must have ended exactly once, must not have changed since, and must have found what is there.
 */
export async function runKillTrial(options: TrialOptions): Promise<TrialFigures> {
  const began = Date.now();
  const random = seededRandom(options.seed);
  const root = mkdtempSync(join(tmpdir(), 'lorekeep-kill-'));
  const { host, repositories: repositoryRoot, caFile, allowHost } = await startTrustedHost(root);
  for (let i = 0; i < repositories; i++) createRepository(repositoryRoot, i);
  const dataDir = join(root, 'data');
  const service = await KillableService.start({ dataDir, allowHost, caFile, maxRunning: 2 });

  const accepted = new Map<string, number>();
  const finished = new Map<string, string>();
  const figures: TrialFigures = {
    started: 0,
    completed: 0,
    failed: {},
    serviceKills: 0,
    workerKills: 0,
    lost: 0,
    doubled: 0,
    stuck: 0,
    changed: 0,
    wrongFindings: 0,
    crashes: 0,
    orphans: 0,
    leftovers: 0,
    seconds: 0,
  };

  const startScan = async (number: number): Promise<void> => {
    const repository = number % repositories;
    const body = {
      repoUrl: `https://${allowHost}/r${repository}`,
      // One engine is enough here, and the others take time to load.
      engines: ['supply-chain'],
      labels: { number: String(number) },
    };
    const { status, data } = await service.call('POST', '/v1/security/scan', body);
    if (status !== 200) throw new Error(`A start was refused with ${status}.`);
    accepted.set(data.scanId, repository);
    figures.started++;
  };
  const look = async (): Promise<number> => {
    let open = 0;
    for (const scanId of accepted.keys()) {
      if (finished.has(scanId)) continue;
      const { status, data } = await service.call('GET', `/v1/security/scan/${scanId}`);
      if (status === 404) figures.lost++;
      if (data.status === 'completed' || data.status === 'failed') finished.set(scanId, JSON.stringify(data));
      else open++;
    }
    return open;
  };

  try {
    // A kill is due each time that many more scans have ended, so that the trial does not depend on how fast the machine is.
    const kills = shuffled(
      [...Array(options.serviceKills).fill('service'), ...Array(options.workerKills).fill('worker')],
      random,
    );
    const ahead = 8;
    let nextKill = 0;
    let idleLooks = 0;
    for (let number = 0; number < options.scans || finished.size < accepted.size; ) {
      if (number < options.scans && accepted.size - finished.size < ahead) {
        await startScan(number++);
        continue;
      }
      const due = Math.floor((finished.size / options.scans) * (kills.length + 1));
      if (nextKill < kills.length && (nextKill < due || number >= options.scans)) {
        await sleep(random() * 600);
        if (kills[nextKill] === 'service') {
          await service.kill();
          figures.serviceKills++;
          await service.start();
          nextKill++;
        } else if (service.killWorker(random())) {
          figures.workerKills++;
          nextKill++;
        } else if ((await look()) === 0 && number >= options.scans) {
          nextKill++;
        }
        continue;
      }
      const endedBefore = finished.size;
      await look();
      await sleep(100);
      options.say?.(`${finished.size} of ${options.scans} ended`);
      idleLooks = finished.size > endedBefore ? 0 : idleLooks + 1;
      if (idleLooks > maxIdleLooks) break;
    }

    figures.stuck = await look();
    await service.kill();
    await service.start();
    await judge(service, accepted, finished, figures, options.scans);
    figures.crashes = service.crashes;
    await service.settled();
    figures.orphans = service.orphans;
    await service.stop();
    figures.leftovers = existsSync(join(dataDir, 'scratch'))
      ? readdirSync(join(dataDir, 'scratch')).length
      : 0;
    figures.seconds = (Date.now() - began) / 1000;
    return figures;
  } finally {
    await service.kill();
    await host.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function judge(
  service: KillableService,
  accepted: Map<string, number>,
  finished: Map<string, string>,
  figures: TrialFigures,
  scans: number,
): Promise<void> {
  const listed: string[] = [];
  for (let cursor = ''; ; ) {
    const { data } = await service.call('GET', `/v1/security/scan?limit=200${cursor && `&cursor=${cursor}`}`);
    listed.push(...data.items.map((one: { labels: { number: string } }) => one.labels.number));
    if (data.nextCursor === undefined) break;
    cursor = data.nextCursor;
  }
  figures.doubled = listed.length - new Set(listed).size;
  figures.lost += Math.max(0, scans - new Set(listed).size);

  for (const [scanId, before] of finished) {
    const { data } = await service.call('GET', `/v1/security/scan/${scanId}`);
    if (JSON.stringify(data) !== before) figures.changed++;
    if (data.status === 'completed') {
      figures.completed++;
      const files = data.findings.map((one: { file: string }) => one.file).sort();
      if (files.join() !== expectedFiles(accepted.get(scanId)!).join()) figures.wrongFindings++;
    } else {
      figures.failed[data.errorCode] = (figures.failed[data.errorCode] ?? 0) + 1;
    }
  }
}

/** One file with a hidden character for each number up to its own, so that every repository has its own answer. */
function createRepository(root: string, number: number): void {
  const repository = new RepositoryBuilder(root, `r${number}`);
  const files: Record<string, string> = { 'README.md': `Repository ${number}.\n` };
  for (const file of expectedFiles(number)) files[file] = 'if (isAdmin\u202e) { /* \u2066 */ }\n';
  repository.files(files);
}

function expectedFiles(number: number): string[] {
  return Array.from({ length: number + 1 }, (_, i) => `src/file-${i}.js`);
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** A small generator (mulberry32): the same seed gives the same kills. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
