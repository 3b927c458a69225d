import { createHmac } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';
import { repositoryName } from '../findings/identity.ts';
import { failureOfFullDisk, ScanFailure } from '../model/failure.ts';
import type { ScanOutcome, ScanProgress, ScanSurroundings } from '../model/outcome.ts';
import type { ScanTask } from '../model/task.ts';
import { type ResolveHost, resolveWithSystem } from '../source/guard/resolve-host.ts';
import type { ChildTask } from './child-protocol.ts';
import { runChild } from './run-child.ts';
import { makeScratch } from './scratch.ts';

type Surroundings = ScanSurroundings & { resolveHost?: ResolveHost };

/**
 * Runs one scan in processes of its own: git fetches, under limits and into a bare folder; then a process without any
 * part in the service reads and analyses. Never throws for anything that a repository can do. Where somebody else killed one of the processes,
 * the scan is run once more: that says nothing about the repository.
 */
export async function runScan(task: ScanTask, surroundings: Surroundings): Promise<ScanOutcome> {
  const watched = { ...surroundings, onProgress: rising(surroundings.onProgress) };
  const first = await runOnce(task, watched);
  const isWorthAnother = first.status === 'failed' && first.killed && !surroundings.signal.aborted;
  const outcome = isWorthAnother ? await runOnce(task, watched) : first;
  if (outcome.status === 'completed') return outcome;
  const { killed, ...failed } = outcome;
  return killed && surroundings.signal.aborted ? cancelled().toOutcome() : failed;
}

async function runOnce(task: ScanTask, surroundings: Surroundings): Promise<ScanOutcome> {
  const { onProgress, onCrash } = surroundings;
  let scratch: string | undefined;
  try {
    scratch = await makeScratch(surroundings.scratchFolder);
    const gitDir = join(scratch, 'repository');
    await mkdir(gitDir);
    await mkdir(join(scratch, 'root'));
    const fetchShare = await fetchSource(task, gitDir, surroundings);
    const analysis = childTask(task, gitDir, surroundings);
    if (analysis.cacheFile !== undefined) makeFolder(dirname(analysis.cacheFile));
    const here = await analyseStaged(analysis, surroundings);
    if (here) return here;
    const outcome = await runChild(analysis, {
      signal: surroundings.signal,
      sandboxRoot: join(scratch, 'root'),
      ...(task.source.kind === 'remote' && surroundings.sandbox && { sandbox: surroundings.sandbox }),
      ...(onCrash && { onCrash }),
      onProgress: (progress) =>
        onProgress({
          ...progress,
          percent: Math.floor(fetchShare + (progress.percent * (100 - fetchShare)) / 100),
        }),
    });
    return withSandbox(outcome, task, surroundings);
  } catch (error) {
    const failure = error instanceof ScanFailure ? error : failureOfFullDisk(error);
    if (failure) return failure.toOutcome();
    throw error;
  } finally {
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A hook should not wait for a process that it does not need. Undefined: it needs one. */
async function analyseStaged(
  task: ChildTask,
  { mayAnalyseHere, onProgress, onCrash, signal }: Surroundings,
): Promise<ScanOutcome | undefined> {
  const { source } = task;
  if (!mayAnalyseHere || source.kind !== 'git' || !source.staged) return undefined;
  const { analyseHere } = await import('./analyse-here.ts');
  const outcome = await analyseHere(task, {
    onProgress,
    onCrash: (crash) => onCrash?.(crash),
  });
  return outcome && signal.aborted ? cancelled().toOutcome() : outcome;
}

/** Says what the scan ran in: the analysing process cannot tell. */
function withSandbox(outcome: ScanOutcome, { source }: ScanTask, { sandbox }: Surroundings): ScanOutcome {
  if (outcome.status !== 'completed' || source.kind !== 'remote') return outcome;
  return { ...outcome, coverage: { ...outcome.coverage, sandbox: sandbox?.kind ?? 'off' } };
}

function cancelled(): ScanFailure {
  return new ScanFailure('cancelled', 'The scan was cancelled.');
}

/** The part of the whole that fetching is, in percent; 0 for a source that is already here. */
async function fetchSource(task: ScanTask, gitDir: string, surroundings: Surroundings): Promise<number> {
  const { source, history, limits, baseline } = task;
  if (source.kind !== 'remote') return 0;
  const share = 40;
  // Names, certificates and the fetch itself are loaded only for scans that use them.
  const { fetchRemote } = await import('../source/git/fetch-remote.ts');
  const { onProgress } = surroundings;
  onProgress({ phase: 'fetching', percent: 0, filesDone: 0, filesTotal: 0 });
  await fetchRemote({
    url: source.url,
    ...(source.ref !== undefined && { ref: source.ref }),
    ...(source.credential && { credential: source.credential }),
    ...(baseline && 'ref' in baseline && { baselineRef: baseline.ref }),
    history,
    gitDir,
    limits,
    network: surroundings.network,
    resolveHost: surroundings.resolveHost ?? resolveWithSystem,
    signal: surroundings.signal,
    ...(surroundings.sandbox && {
      wrap: surroundings.sandbox.wrap({
        readOnly: [],
        writable: [gitDir],
        root: join(dirname(gitDir), 'root'),
        network: true,
      }),
    }),
    // How much there is to come is not known; this rises quickly at first and never quite arrives.
    onBytes: (bytes) =>
      onProgress({
        phase: 'fetching',
        percent: Math.floor((share * bytes) / (bytes + 2e7)),
        filesDone: 0,
        filesTotal: 0,
      }),
  });
  return share;
}

function childTask(task: ScanTask, gitDir: string, surroundings: ScanSurroundings): ChildTask {
  const { source, identityKey, ...rest } = task;
  const repository = source.kind === 'remote' ? repositoryName(source.url) : 'local';
  const { cacheFolder, recentFolder, advisoryIndexFile } = surroundings;
  return {
    ...rest,
    source: source.kind === 'remote' ? { kind: 'fetched' } : { ...source, path: resolve(source.path) },
    repository,
    gitDir,
    identityKeyBase64: Buffer.from(identityKey).toString('base64'),
    ...(cacheFolder !== undefined && { cacheFile: cacheFile(cacheFolder, repository, task) }),
    ...(recentFolder !== undefined && { recentFolder }),
    ...(advisoryIndexFile !== undefined && { advisoryIndexFile: resolve(advisoryIndexFile) }),
  };
}

/** A folder a repository: the analysing process may write there, and must not reach the results of another. */
function cacheFile(cacheFolder: string, repository: string, { source, identityKey }: ScanTask): string {
  const name = source.kind === 'remote' ? repository : `${source.kind} ${resolve(source.path)}`;
  const folder = createHmac('sha256', identityKey).update(`cache\0${name}`).digest('hex').slice(0, 32);
  return resolve(cacheFolder, folder, 'results');
}

function rising(onProgress: (progress: ScanProgress) => void): (progress: ScanProgress) => void {
  let percent = 0;
  return (progress) => {
    percent = Math.max(percent, progress.percent);
    onProgress({ ...progress, percent });
  };
}
