import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Clock } from '../../../../../kernel/clock.ts';
import { makeFolder } from '../../../../../platform/make-folder.ts';
import { type BuildCounts, IndexBuilder } from '../index-builder.ts';
import type { UnreadableRecords } from '../unreadable-records.ts';
import { type DownloadOptions, downloadFile, downloadText } from './download.ts';
import { readEpss, readExploited } from './exploit-lists.ts';
import { folderSource, type RecordSource, zipSource } from './record-source.ts';

export interface SyncRequest {
  /** Folders, zip files and https URLs (of a zip, or of a mirror laid out as osv.dev's archive is). */
  from: string[];
  /** Of an archive: which ecosystems to take. */
  ecosystems: readonly string[];
  /** A list of known exploited vulnerabilities and a file of EPSS scores, where the operator has them. */
  exploitedFile?: string;
  epssFile?: string;
  indexFile: string;
}

export interface SyncProgress {
  what: string;
  done: number;
  total: number | undefined;
}

export interface SyncSurroundings {
  clock: Clock;
  download: DownloadOptions;
  onProgress(progress: SyncProgress): void;
}

export interface SyncResult extends BuildCounts {
  records: number;
  unreadable: UnreadableRecords;
  unknownEcosystems: Array<[name: string, records: number]>;
}

const maxArchiveBytes = 4 * 1024 ** 3;
const maxListBytes = 512 * 1024 ** 2;
/** With more changes than this, the whole archive is quicker than one request for each. */
const maxSingleRecords = 500;
const progressEvery = 500;

/** Brings the index up to date. Either everything succeeds and the new index takes the place of the old, or nothing changes. */
export async function syncAdvisories(
  request: SyncRequest,
  surroundings: SyncSurroundings,
): Promise<SyncResult> {
  makeFolder(dirname(request.indexFile));
  const sync = new Sync(request, surroundings);
  try {
    return await sync.run();
  } catch (error) {
    sync.abandon();
    throw error;
  }
}

class Sync {
  readonly #request: SyncRequest;
  readonly #surroundings: SyncSurroundings;
  readonly #builder: IndexBuilder;

  constructor(request: SyncRequest, surroundings: SyncSurroundings) {
    this.#request = request;
    this.#surroundings = surroundings;
    this.#builder = new IndexBuilder(request.indexFile, surroundings.clock);
  }

  async run(): Promise<SyncResult> {
    const { from, ecosystems, exploitedFile, epssFile } = this.#request;
    for (const source of from) {
      if (!/^https?:/i.test(source)) this.#takeLocal(resolve(source));
      else if (new URL(source).pathname.endsWith('.zip')) await this.#takeZip(source, source);
      else for (const ecosystem of ecosystems) await this.#takeArchive(source.replace(/\/+$/, ''), ecosystem);
    }
    if (exploitedFile) this.#builder.replaceExploited(readExploited(readList(exploitedFile)));
    if (epssFile) this.#builder.replaceEpss(readEpss(readList(epssFile)));
    const { unknownEcosystems, counts, unreadable } = this.#builder;
    const records = this.#builder.finish();
    return {
      ...counts,
      records,
      unreadable,
      unknownEcosystems: [...unknownEcosystems].sort((a, b) => b[1] - a[1]),
    };
  }

  abandon(): void {
    this.#builder.abandon();
  }

  #takeLocal(path: string): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) throw new Error(`There is no file or folder ${path}.`);
    const folder = found.isDirectory() ? folderSource(path) : undefined;
    this.#takeAll(folder ?? zipSource(path), path, path);
    this.#builder.saveSource(path, folder?.fingerprint ?? '');
  }

  /** One ecosystem of an archive: single records where little changed since the last time, the whole otherwise. */
  async #takeArchive(base: string, ecosystem: string): Promise<void> {
    const folder = `${base}/${encodeURIComponent(ecosystem)}`;
    const name = `${base}/${ecosystem}`;
    const known = this.#builder.sourceState(name);
    if (known?.newest) {
      const changed = await this.#changedSince(folder, known.newest);
      if (changed && changed.length <= maxSingleRecords) {
        for (const [index, id] of changed.entries()) {
          const text = await downloadText(
            `${folder}/${encodeURIComponent(id)}.json`,
            16 * 1024 ** 2,
            this.#surroundings.download,
          );
          this.#builder.put({ name: `${id}.json`, text }, name);
          this.#surroundings.onProgress({ what: name, done: index + 1, total: changed.length });
        }
        this.#builder.saveSource(name, known.state, 'changes');
        return;
      }
    }
    await this.#takeZip(`${folder}/all.zip`, name);
  }

  /** The archive keeps a list `time,id` of its records, newest first; undefined where a mirror does not. */
  async #changedSince(folder: string, newest: string): Promise<string[] | undefined> {
    let list: string;
    try {
      list = await downloadText(`${folder}/modified_id.csv`, maxListBytes, this.#surroundings.download);
    } catch (error) {
      if (/status 40[34]/.test((error as Error).message)) return undefined;
      throw error;
    }
    const since = Date.parse(newest);
    const changed: string[] = [];
    for (const line of list.split('\n')) {
      const [time, id] = line.trim().split(',');
      if (!id || !/^[\w.:-]+$/.test(id)) continue;
      if (Date.parse(time!) > since) changed.push(id);
    }
    return changed;
  }

  async #takeZip(url: string, name: string): Promise<void> {
    const target = join(dirname(this.#request.indexFile), `download-${process.pid}.zip`);
    const etag = this.#builder.sourceState(name)?.state;
    const { onProgress, download } = this.#surroundings;
    try {
      const onBytes = (done: number, total: number | undefined): void =>
        onProgress({ what: `${name} (bytes)`, done, total });
      const result = await downloadFile(
        url,
        target,
        { maxBytes: maxArchiveBytes, onBytes, ...(etag ? { etag } : {}) },
        download,
      );
      const isNew = result.status === 200;
      if (isNew) this.#takeAll(zipSource(target), name, name);
      this.#builder.saveSource(name, result.etag, isNew ? 'whole' : 'changes');
    } finally {
      rmSync(target, { force: true });
    }
  }

  #takeAll(source: RecordSource, name: string, what: string): void {
    const kept = new Set<number>();
    let done = 0;
    for (const file of source.records()) {
      const number = this.#builder.put(file, name);
      if (number !== undefined) kept.add(number);
      if (++done % progressEvery === 0) this.#surroundings.onProgress({ what, done, total: source.total });
    }
    // A source that is suddenly empty is far more likely broken than complete.
    if (done === 0) throw new Error(`${what} holds no records; the present index was kept.`);
    this.#builder.removeOthers(name, kept);
    this.#surroundings.onProgress({ what, done, total: source.total ?? done });
  }
}

function readList(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxListBytes }) : bytes).toString(
    'utf8',
  );
}
