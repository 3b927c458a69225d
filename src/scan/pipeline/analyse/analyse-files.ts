import { createHash } from 'node:crypto';
import type { ResultCache } from '../../cache/result-cache.ts';
import type { Engine } from '../../engines/engine.ts';
import type { EngineId } from '../../model/finding.ts';
import type { RepositoryEntry, RepositoryReader } from '../../source/repository-entry.ts';
import { isLfsPointer } from '../../source/source-text.ts';
import type { CoverageLog } from '../outcome/coverage-log.ts';
import { feedingOrder } from '../plan/feeding-order.ts';
import type { PlannedFile } from '../plan/file-plan.ts';
import type { FileAnalyser, FileResults } from './file-analyser.ts';
import type { ThreadPool } from './thread-pool.ts';

/** A file with what its engines said. */
export interface AnalysedFile {
  entry: RepositoryEntry;
  results: FileResults;
}

export interface AnalysisContext {
  engines: readonly Engine[];
  analyser: FileAnalyser;
  /** Makes the threads when there is enough to do to be worth starting them; undefined: stay on this one. */
  startThreads(): ThreadPool | undefined;
  cache: ResultCache | undefined;
  coverage: CoverageLog;
  contents: ContentStore;
  onProgress(filesDone: number): void;
  /** Takes each file as it is done; absent: all are given back at the end. */
  take?(file: AnalysedFile): void;
}

/** Below this, starting threads and loading every rule again costs more than it saves. */
const minBytesForThreads = 3 * 1024 ** 2;

/** Reads each content once and gives it to every engine that wants it; what the cache knows is not read at all. */
export async function analyseFiles(
  planned: readonly PlannedFile[],
  reader: Pick<RepositoryReader, 'read'>,
  context: AnalysisContext,
): Promise<AnalysedFile[]> {
  const { cache, coverage } = context;
  const analysed: AnalysedFile[] = [];
  let done = 0;
  const finish = (file: AnalysedFile) => {
    if (context.take) context.take(file);
    else analysed.push(file);
    context.onProgress(++done);
  };
  const toRead: PlannedFile[] = [];
  for (const { entry, engineIds } of planned) {
    const results =
      entry.blob === undefined ? undefined : cachedResults(cache, entry.blob, entry.path, engineIds);
    if (results) {
      coverage.files++;
      coverage.bytes += entry.sizeBytes;
      finish({ entry, results });
    } else toRead.push({ entry, engineIds });
  }

  const groups = feedingOrder(groupByContent(toRead), ([first]) => first!.entry.sizeBytes);
  const bytesToRead = groups.reduce((sum, [first]) => sum + first!.entry.sizeBytes, 0);
  const threads = bytesToRead >= minBytesForThreads ? context.startThreads() : undefined;
  let group = 0;
  for await (const bytes of reader.read(groups.map(([first]) => first!.entry))) {
    for (const file of groups[group]!) await takeContent(file, bytes, context, threads, finish);
    group++;
  }
  await threads?.drain();
  return analysed;
}

/** Equal blobs at several paths are read together, so that each is read once. */
function groupByContent(files: readonly PlannedFile[]): PlannedFile[][] {
  const groups = Map.groupBy(files, ({ entry }) => entry.blob ?? `path ${entry.path}`);
  return [...groups.values()];
}

async function takeContent(
  { entry, engineIds }: PlannedFile,
  bytes: Uint8Array | undefined,
  context: AnalysisContext,
  threads: ThreadPool | undefined,
  finish: (file: AnalysedFile) => void,
): Promise<void> {
  const { cache, coverage } = context;
  const { path } = entry;
  if (bytes === undefined) {
    coverage.skip({ path, reason: 'unreadable', message: 'The content could not be read.' });
    return;
  }
  if (isLfsPointer(bytes)) {
    coverage.skip({ path, reason: 'lfs_pointer', message: 'The content lies on a git-lfs server.' });
    return;
  }
  coverage.files++;
  coverage.bytes += bytes.length;
  context.contents.keep(entry, bytes);
  // A folder has no object ids; its content gets the one that git would give it, and only where a cache can use it.
  const blob = entry.blob ?? (cache ? gitBlobId(bytes) : '');
  const known = entry.blob === undefined ? cachedResults(cache, blob, path, engineIds) : undefined;
  const done = (results: FileResults) => {
    if (!known) for (const id of engineIds) cache?.set(blob, path, id, results[id]!);
    finish({ entry, results });
  };
  if (known) done(known);
  else if (threads) await threads.add({ path, bytes, engineIds }, done);
  else done(await context.analyser.analyse(path, bytes, engineIds));
}

function cachedResults(
  cache: ResultCache | undefined,
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
