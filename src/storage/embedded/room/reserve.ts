import type { DatabaseSync } from 'node:sqlite';
import { ReserveFile } from './reserve-file.ts';

export interface ReserveOptions {
  /** The file that takes up the room; none where there is no reserve. */
  file?: string;
  bytes?: number;
  /** Refuse to grow beyond this many bytes; 0 for as much as the disk holds. */
  maxBytes?: number;
  /** What went wrong while the disk was full, for the log. */
  onFailure?: (error: unknown) => void;
}

/** More than any number of pages that SQLite allows. */
const noLimit = 0xff_ff_ff_fe;
/** A sixteenth of a limit of the operator's own is kept for deletes, but not more than this. */
const maxSlackBytes = 1_048_576;

/**
 * Room that only deletes may use. A delete needs some: every page that it changes is written to the log first. While the reserve is used up, other writes may
 * only fill the pages that deletes have freed, so that they do not take the room that the next delete needs.
 */
export class Reserve {
  readonly #connection: DatabaseSync;
  readonly #file: ReserveFile | undefined;
  readonly #onFailure: (error: unknown) => void;
  readonly #firstBytes: number;
  readonly #mostPages: number;
  readonly #usualPages: number;
  #isSpent = false;

  constructor(connection: DatabaseSync, options: ReserveOptions) {
    this.#connection = connection;
    this.#file = options.file && options.bytes ? new ReserveFile(options.file, options.bytes) : undefined;
    this.#firstBytes = Math.ceil((options.bytes ?? 0) / 16);
    this.#onFailure = options.onFailure ?? (() => {});
    const maxBytes = options.maxBytes ?? 0;
    const pages = (bytes: number) => Math.max(1, Math.floor(bytes / this.#read('page_size')));
    this.#mostPages = maxBytes === 0 ? noLimit : pages(maxBytes);
    this.#usualPages =
      maxBytes === 0 ? noLimit : pages(maxBytes - Math.min(maxSlackBytes, Math.floor(maxBytes / 16)));
    this.#limitTo(this.#usualPages);
  }

  /** Gives some of its room to the one transaction that follows, twice as much with each attempt; false where there is no more to give. */
  open(attempt: number): boolean {
    this.#isSpent = true;
    const released = this.#file?.release(this.#firstBytes * 2 ** attempt);
    if (attempt > 0 && !released) return false;
    this.#emptyLog();
    this.#limitTo(this.#mostPages);
    return true;
  }

  /** After a transaction while it is spent: what the log holds goes into the database, so that the next one finds room in the log. */
  settle(): void {
    if (!this.#isSpent) return;
    this.#emptyLog();
    this.#limitTo(Math.min(this.#usualPages, this.#read('page_count')));
  }

  /** Sets the room aside (again) where there is enough of it. */
  async refill(): Promise<void> {
    try {
      if (this.#file && !(await this.#file.fill())) return;
    } catch (error) {
      this.#onFailure(error);
      return;
    }
    if (!this.#isSpent || !this.#connection.isOpen) return;
    this.#isSpent = false;
    this.#limitTo(this.#usualPages);
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  #emptyLog(): void {
    try {
      this.#connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      // Not even that fits; the transaction may fit nevertheless, and says so itself where it does not.
      this.#onFailure(error);
    }
  }

  #limitTo(pages: number): void {
    this.#connection.exec(`PRAGMA max_page_count = ${pages}`);
  }

  #read(pragma: 'page_size' | 'page_count'): number {
    return Number(this.#connection.prepare(`PRAGMA ${pragma}`).get()![pragma]);
  }
}
