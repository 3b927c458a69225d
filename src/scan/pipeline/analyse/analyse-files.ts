import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RememberedResults } from '../../cache/remembered-results.ts';
import type { Engine } from '../../engines/engine.ts';
import { commentsIn, type SuppressionComment } from '../../findings/suppression-comment.ts';
import type { SkippedPath } from '../../model/coverage.ts';
import type { EngineId } from '../../model/finding.ts';
import { ReadingRoom } from '../../source/reading-room.ts';
import type { RepositoryEntry, RepositoryReader } from '../../source/repository-entry.ts';
import { isLfsPointer } from '../../source/source-text.ts';
import type { CoverageLog } from '../outcome/coverage-log.ts';
import { feedingOrder } from '../plan/feeding-order.ts';
import { type PlannedFile, unlooked } from '../plan/file-plan.ts';
import type { Deadline } from './deadline.ts';
import type { FileAnalyser } from './file-analyser.ts';
import { FileBatch, type PendingFile, workOf } from './file-batch.ts';
import { type FileOutcome, type FileResults, nothing } from './file-outcome.ts';
import type { ThreadPool } from './thread-pool.ts';

/** A file with what its engines reported. */
export interface AnalysedFile {
  entry: RepositoryEntry;
  results: FileResults;
}

export interface AnalysisContext {
  engines: readonly Engine[];
  analyser: FileAnalyser;
  /**
   * Makes the threads when there is enough to do to be worth starting them, one fewer where this one does its share; undefined: stay on this one, which `isNeeded` rules
   * out.
   */
  startThreads(how: { isNeeded?: boolean; worksHere?: boolean }): ThreadPool | undefined;
  cache: RememberedResults | undefined;
  coverage: CoverageLog;
  contents: ContentStore;
  /** After it files are skipped, and the coverage lists them. */
  deadline: Deadline;
  onProgress(filesDone: number): void;
  /** Takes the comments of each file that are meant for the scan; absent: nobody asks for them. */
  takeComments?(path: string, comments: SuppressionComment[]): void;
  /** Takes each file as it is done; absent: all are given back at the end. */
  take?(file: AnalysedFile): void;
}

/** Below this, starting threads and loading every rule again costs more than it saves. */
const minWorkForThreads = 3 * 1024 ** 2;
/** Looking for secrets keeps up with reading: a second thread makes 263 MB a twelfth faster and takes two fifths more CPU time. */
const minSecretsForThreads = 1024 ** 3;

/**
 * Reads each content once and gives it to every engine that wants it; what the cache knows is not read at all. Where the time is over, what is done
 * is given back and the rest is listed in the coverage.
 */
export async function analyseFiles(
  planned: readonly PlannedFile[],
  reader: Pick<RepositoryReader, 'read'>,
  context: AnalysisContext,
): Promise<AnalysedFile[]> {
  const { coverage, deadline } = context;
  const analysed: AnalysedFile[] = [];
  let done = 0;
  const finish = (file: AnalysedFile) => {
    if (context.take) context.take(file);
    else analysed.push(file);
    context.onProgress(++done);
  };
  const toRead = new Set(takeFromCache(planned, context, finish));
  await readFiles(toRead, reader, context, finish);
  const late = deadline.look();
  for (const { entry } of toRead) coverage.skip(late === undefined ? unread(entry) : tooLate(entry, late));
  return analysed;
}

function bytesIn(groups: ReadonlyArray<readonly PlannedFile[]>): number {
  return groups.reduce((sum, [first]) => sum + first!.entry.sizeBytes, 0);
}

function tooLate({ path }: RepositoryEntry, message: string): SkippedPath {
  return { path, reason: 'time_limit', message };
}

function unread({ path }: RepositoryEntry): SkippedPath {
  return { path, reason: 'unreadable', message: 'The content could not be read.' };
}

/** Finishes what earlier scans know and gives back the rest. */
function takeFromCache(
  planned: readonly PlannedFile[],
  context: AnalysisContext,
  finish: (file: AnalysedFile) => void,
): PlannedFile[] {
  const { cache, coverage } = context;
  return planned.filter((file) => {
    const { entry, engineIds } = file;
    const { blob, path, sizeBytes } = entry;
    const results = blob === undefined ? undefined : cachedResults(cache, blob, path, engineIds);
    const comments = blob === undefined ? undefined : cache?.get(blob, path, 'comments');
    if (!results || comments === undefined) return true;
    if (comments !== '') context.takeComments?.(path, JSON.parse(comments) as SuppressionComment[]);
    count(file, results, sizeBytes, coverage);
    finish({ entry, results });
    return false;
  });
}

/** Takes each file that is done, or that cannot be read, off the list. */
async function readFiles(
  toRead: Set<PlannedFile>,
  reader: Pick<RepositoryReader, 'read'>,
  context: AnalysisContext,
  finish: (file: AnalysedFile) => void,
): Promise<void> {
  const groups = feedingOrder(groupByContent([...toRead]), ([first]) => first!.entry.sizeBytes);
  const work = groups.reduce((sum, [first]) => sum + workOf(first!.entry.sizeBytes, first!.engineIds), 0);
  if (context.deadline.look() !== undefined) return;
  // Where reading takes as long as looking, this thread looks as well: another one would load and compile everything once more.
  const worksHere = context.engines.every((engine) => !engine.readsTrees && !engine.prepare);
  const isSecretsAlone = context.engines.every(({ id }) => id === 'secrets');
  const isWorthThreads = isSecretsAlone ? bytesIn(groups) >= minSecretsForThreads : work >= minWorkForThreads;
  let threads = isWorthThreads ? context.startThreads({ worksHere }) : undefined;
  const here = new FileBatch();
  // Other engines may keep what they are given.
  const room = isSecretsAlone ? new ReadingRoom(roomBytes) : undefined;
  const handToThreads = (file: PendingFile): Promise<void> => {
    if (room) file.bytes = room.outside(file.bytes);
    return threads!.add(file, file.done);
  };
  const analyseHere = async (): Promise<void> => {
    const files = here.take();
    const outcomes = await context.analyser.analyseMany(files);
    files.forEach(({ done }, i) => {
      if (outcomes[i]) done(outcomes[i]);
    });
    // Whatever stopped the analyser may have left it half changed: another one, in a thread, does the rest.
    for (const file of files.slice(outcomes.length)) {
      threads ??= context.startThreads({ isNeeded: true });
      await handToThreads(file);
    }
    // What other threads have done meanwhile is heard only now.
    if (threads) await nextTurn();
  };
  const hand = (file: PendingFile): Promise<void> | undefined => {
    const isForThreads =
      threads && (!worksHere || context.analyser.isSpent || (here.isEmpty && threads.hasRoom));
    if (isForThreads) return handToThreads(file);
    return here.add(file) ? analyseHere() : undefined;
  };
  let group = 0;
  const entries = groups.map(([first]) => first!.entry);
  for await (const bytes of reader.read(entries, room)) {
    for (const file of groups[group]!) {
      const finishOne = (analysed: AnalysedFile | undefined) => {
        toRead.delete(file);
        if (analysed) finish(analysed);
      };
      const waiting = takeContent(file, bytes, context, { room, hand, finish: finishOne });
      if (waiting) await waiting;
    }
    if (here.isEmpty) room?.clear();
    if (context.deadline.reached !== undefined) break;
    group++;
  }
  if (!here.isEmpty) await analyseHere();
  await threads?.drain();
}

/** Equal blobs at several paths are read together, so that each is read once. */
function groupByContent(files: readonly PlannedFile[]): PlannedFile[][] {
  if (files.every(({ entry }) => entry.blob === undefined)) return files.map((file) => [file]);
  const groups = Map.groupBy(files, ({ entry }) => entry.blob ?? `path ${entry.path}`);
  return [...groups.values()];
}

function count(
  { entry, isUnnamed }: PlannedFile,
  results: FileResults,
  sizeBytes: number,
  coverage: CoverageLog,
): void {
  if (isUnnamed && Object.values(results).every((result) => result === nothing)) {
    coverage.skip(unlooked(entry.path));
    return;
  }
  coverage.files++;
  coverage.bytes += sizeBytes;
}

/** Gives back what has to be waited for before the next file, where anything has. */
function takeContent(
  file: PlannedFile,
  bytes: Uint8Array | undefined,
  context: AnalysisContext,
  to: {
    room: ReadingRoom | undefined;
    hand(file: PendingFile): Promise<void> | undefined;
    finish(file: AnalysedFile | undefined): void;
  },
): Promise<void> | undefined {
  const { room, hand, finish } = to;
  const { cache, coverage } = context;
  const { entry, engineIds } = file;
  const { path } = entry;
  if (bytes === undefined) {
    coverage.skip(unread(entry));
    finish(undefined);
    return undefined;
  }
  if (isLfsPointer(bytes)) {
    coverage.skip({ path, reason: 'lfs_pointer', message: 'The content lies on a git-lfs server.' });
    finish(undefined);
    return undefined;
  }
  // A folder has no object ids; its content gets the one that git would give it, and only where a cache can use it.
  const blob = entry.blob ?? (cache ? gitBlobId(bytes) : '');
  const known = entry.blob === undefined ? cachedResults(cache, blob, path, engineIds) : undefined;
  const comments = commentsIn(path, bytes);
  const done = ({ results, passing }: FileOutcome) => {
    count(file, results, bytes.length, coverage);
    // Of a file about which nobody says anything, nothing will be shown.
    if (engineIds.some((id) => results[id] !== nothing))
      context.contents.keep(entry, room?.outside(pending.bytes) ?? pending.bytes);
    if (comments.length > 0) context.takeComments?.(path, comments);
    cache?.set(blob, path, 'comments', comments.length === 0 ? '' : JSON.stringify(comments));
    if (!known)
      for (const id of engineIds) if (!passing.includes(id)) cache?.set(blob, path, id, results[id]!);
    finish({ entry, results });
  };
  const pending: PendingFile = { path, bytes, engineIds, done };
  if (!known) return hand(pending);
  done({ results: known, passing: [] });
  return undefined;
}

function cachedResults(
  cache: RememberedResults | undefined,
  blob: string,
  path: string,
  engineIds: readonly EngineId[],
): FileResults | undefined {
  if (!cache) return undefined;
  const results: FileResults = {};
  for (const id of engineIds) {
    const result = cache.get(blob, path, id);
    if (result === undefined) return undefined;
    results[id] = result;
  }
  return results;
}

function gitBlobId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** More than a batch. */
const roomBytes = 4 * 1024 ** 2;
const maxKeptBytes = 64 * 1024 ** 2;

/** Keeps contents for the snippets at the end, so that only large repositories are read a second time, and only in part. */
export class ContentStore {
  readonly #contents = new Map<string, Uint8Array>();
  #bytes = 0;

  keep(entry: RepositoryEntry, bytes: Uint8Array): void {
    if (this.#bytes + bytes.length > maxKeptBytes) return;
    this.#contents.set(contentKey(entry), bytes);
    this.#bytes += bytes.length;
  }

  get(entry: RepositoryEntry): Uint8Array | undefined {
    return this.#contents.get(contentKey(entry));
  }
}

function contentKey({ blob, path }: RepositoryEntry): string {
  return `${blob ?? ''} ${path}`;
}
