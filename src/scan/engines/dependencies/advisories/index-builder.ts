import { createHash, type Hash } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Clock } from '../../../../kernel/clock.ts';
import { AdvisoryIndex } from './advisory-index.ts';
import { createIndexTables, indexSchemaVersion, unreadableKey } from './index-schema.ts';
import { readOsvRecord } from './osv-record.ts';
import type { RecordFile } from './sync/record-source.ts';
import { addUnreadable, mergeUnreadable, type UnreadableRecords } from './unreadable-records.ts';

export interface BuildCounts {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  withdrawn: number;
}

/**
 * Builds the index next to the one in use and puts it in its place only when it is whole and checked, so that a scan that runs
 * meanwhile, or a crash, never meets half an index. Starts from the present one: unchanged records are not written again.
 */
export class IndexBuilder {
  readonly #target: string;
  readonly #temporary: string;
  readonly #clock: Clock;
  readonly #database: DatabaseSync;
  readonly #statements: Record<'find' | 'insert' | 'update' | 'delete' | 'clear' | 'affect', StatementSync>;
  readonly counts: BuildCounts = {
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    withdrawn: 0,
  };
  /** By source. */
  readonly #unreadable = new Map<string, UnreadableRecords>();
  readonly #unknownEcosystems = new Map<string, number>();

  constructor(target: string, clock: Clock) {
    this.#target = target;
    this.#clock = clock;
    this.#temporary = `${target}.${process.pid}.building`;
    rmSync(this.#temporary, { force: true });
    const present = existsSync(target) ? AdvisoryIndex.open(target) : undefined;
    present?.close();
    if (present) copyFileSync(target, this.#temporary);
    this.#database = new DatabaseSync(this.#temporary);
    // Nothing is lost when this file is: it is thrown away unless it is finished.
    this.#database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192;');
    createIndexTables(this.#database);
    this.#database.exec('BEGIN');
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#statements = {
      find: prepare('SELECT number, digest FROM advisory WHERE id = ?'),
      insert: prepare('INSERT INTO advisory (id, source, modified, digest, body) VALUES (?, ?, ?, ?, ?)'),
      update: prepare('UPDATE advisory SET source = ?, modified = ?, digest = ?, body = ? WHERE number = ?'),
      delete: prepare('DELETE FROM advisory WHERE number = ?'),
      clear: prepare('DELETE FROM affected WHERE advisory = ?'),
      affect: prepare(
        'INSERT INTO affected (ecosystem, package, advisory, ordinal, body) VALUES (?, ?, ?, ?, ?)',
      ),
    };
  }

  /** Takes one record in, or out where it was withdrawn. Gives its number, for `removeOthers`. */
  put(file: RecordFile, source: string): number | undefined {
    const record = 'text' in file ? readOsvRecord(file.text) : file;
    if ('problem' in record) return this.#reject(file.name, record.problem, source);
    const { text } = file as { text: string };
    for (const name of record.unknownEcosystems) {
      this.#unknownEcosystems.set(name, (this.#unknownEcosystems.get(name) ?? 0) + 1);
    }
    const { advisory } = record;
    const known = this.#statements.find.get(advisory.id);
    const number = known ? Number(known['number']) : undefined;
    if (record.withdrawn || record.affected.length === 0) {
      if (record.withdrawn) this.counts.withdrawn++;
      if (number !== undefined) this.#remove(number);
      return undefined;
    }
    const digest = createHash('sha1').update(text).digest();
    if (known && digest.equals(known['digest'] as Uint8Array)) {
      this.counts.unchanged++;
      return number;
    }
    const body = JSON.stringify(advisory);
    let row = number;
    if (row === undefined) {
      const { lastInsertRowid } = this.#statements.insert.run(
        advisory.id,
        source,
        record.modified,
        digest,
        body,
      );
      row = Number(lastInsertRowid);
      this.counts.added++;
    } else {
      this.#statements.update.run(source, record.modified, digest, body, row);
      this.#statements.clear.run(row);
      this.counts.changed++;
    }
    record.affected.forEach(({ ecosystem, name, ...affected }, ordinal) => {
      this.#statements.affect.run(ecosystem, name, row, ordinal, JSON.stringify(affected));
    });
    return row;
  }

  /** Drops what a source had earlier and has no more. */
  removeOthers(source: string, kept: ReadonlySet<number>): void {
    const rows = this.#database.prepare('SELECT number FROM advisory WHERE source = ?').iterate(source);
    const gone: number[] = [];
    for (const row of rows) if (!kept.has(Number(row['number']))) gone.push(Number(row['number']));
    for (const number of gone) this.#remove(number);
  }

  /** What a source wants to remember until its next time, such as an entity tag. */
  sourceState(source: string): { state: string; newest: string } | undefined {
    const row = this.#database.prepare('SELECT state, newest FROM source WHERE name = ?').get(source);
    return row ? { state: String(row['state']), newest: String(row['newest']) } : undefined;
  }

  /** Also what of it was no record; a source of which only changes were taken keeps what was said of the rest. */
  saveSource(source: string, state: string, taken: 'whole' | 'changes' = 'whole'): void {
    const row = this.#database
      .prepare('SELECT max(modified) AS newest FROM advisory WHERE source = ?')
      .get(source);
    this.#database
      .prepare('INSERT OR REPLACE INTO source (name, state, synced_at, newest) VALUES (?, ?, ?, ?)')
      .run(source, state, this.#now(), String(row?.['newest'] ?? ''));
    const key = `${unreadableKey}${source}`;
    const earlier = this.#database.prepare('SELECT value FROM meta WHERE key = ?').get(key);
    const known = [this.#unreadable.get(source) ?? { count: 0, examples: [] }];
    if (taken === 'changes' && earlier) known.unshift(JSON.parse(String(earlier['value'])));
    this.#database
      .prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
      .run(key, JSON.stringify(mergeUnreadable(known)));
  }

  get unreadable(): UnreadableRecords {
    return mergeUnreadable([...this.#unreadable.values()]);
  }

  replaceExploited(cves: Iterable<string>): void {
    this.#database.exec('DELETE FROM exploited');
    const insert = this.#database.prepare('INSERT OR IGNORE INTO exploited (cve) VALUES (?)');
    for (const cve of cves) insert.run(cve);
  }

  replaceEpss(scores: Iterable<[cve: string, score: number]>): void {
    this.#database.exec('DELETE FROM epss');
    const insert = this.#database.prepare('INSERT OR REPLACE INTO epss (cve, score) VALUES (?, ?)');
    for (const [cve, score] of scores) insert.run(cve, score);
  }

  get unknownEcosystems(): ReadonlyMap<string, number> {
    return this.#unknownEcosystems;
  }

  /** Checks the file, puts it in place and gives the number of its records. */
  finish(): number {
    const records = Number(this.#database.prepare('SELECT count(*) AS n FROM advisory').get()!['n']);
    const newest = String(
      this.#database.prepare('SELECT max(modified) AS m FROM advisory').get()!['m'] ?? '',
    );
    const meta = this.#database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
    const values: Array<[string, string]> = [
      ['schema', indexSchemaVersion],
      ['records', String(records)],
      ['newest', newest],
      ['revision', this.#contentDigest()],
      ['synced_at', this.#now()],
    ];
    for (const [key, value] of values) meta.run(key, value);
    this.#database.exec('COMMIT');
    const check = this.#database.prepare('PRAGMA quick_check').get();
    this.#database.close();
    if (check?.['quick_check'] !== 'ok') {
      rmSync(this.#temporary, { force: true });
      throw new Error('The new advisory index failed its check and was thrown away.');
    }
    sync(this.#temporary);
    renameSync(this.#temporary, this.#target);
    sync(dirname(this.#target));
    return records;
  }

  abandon(): void {
    if (this.#database.isOpen) this.#database.close();
    rmSync(this.#temporary, { force: true });
  }

  /** A file is called after its record: where an earlier, readable one is known, that stays. */
  #reject(name: string, problem: string, source: string): number | undefined {
    const records = this.#unreadable.get(source) ?? { count: 0, examples: [] };
    addUnreadable(records, name, problem);
    this.#unreadable.set(source, records);
    const known = this.#statements.find.get(basename(name, '.json'));
    return known && Number(known['number']);
  }

  #remove(number: number): void {
    this.#statements.clear.run(number);
    this.#statements.delete.run(number);
    this.counts.removed++;
  }

  #contentDigest(): string {
    const hash: Hash = createHash('sha256');
    for (const row of this.#database.prepare('SELECT id, digest FROM advisory ORDER BY id').iterate()) {
      hash.update(`${row['id']}\n`).update(row['digest'] as Uint8Array);
    }
    for (const row of this.#database.prepare('SELECT cve FROM exploited ORDER BY cve').iterate())
      hash.update(`${row['cve']}\n`);
    return hash.digest('hex').slice(0, 16);
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

/** A rename is only safe when what it points at, and then the folder, are on disk. */
function sync(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
