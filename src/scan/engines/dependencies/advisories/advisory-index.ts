import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Ecosystem, ecosystemTraits } from '../ecosystems.ts';
import type { Advisory, Affected, Candidate } from './advisory.ts';
import { indexSchemaVersion, unreadableKey } from './index-schema.ts';
import { mergeUnreadable, type UnreadableRecords } from './unreadable-records.ts';

export interface IndexStatus {
  records: number;
  /** When it was last filled, ISO 8601. */
  syncedAt: string | undefined;
  /** The newest change among its records: how current the knowledge is, whenever it was copied. */
  newest: string | undefined;
  /** Changes whenever the content does. */
  revision: string;
  sources: Array<{ name: string; syncedAt: string; newest: string; records: number }>;
  /** Files of the sources that are no records. */
  unreadable: UnreadableRecords;
  ecosystems: Array<{ ecosystem: string; packages: number }>;
  exploited: number;
  epss: number;
}

/** The advisories, from one SQLite file that is only read. Any process that can read the file can have its own. */
export class AdvisoryIndex {
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #read: StatementSync;
  readonly #exploited: StatementSync;
  readonly #epss: StatementSync;
  readonly revision: string;
  readonly records: number;
  readonly newest: string | undefined;
  readonly syncedAt: string | undefined;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.#find = database.prepare('SELECT advisory, body FROM affected WHERE ecosystem = ? AND package = ?');
    this.#read = database.prepare('SELECT body FROM advisory WHERE number = ?');
    this.#exploited = database.prepare('SELECT 1 FROM exploited WHERE cve = ?');
    this.#epss = database.prepare('SELECT score FROM epss WHERE cve = ?');
    const meta = this.#meta();
    this.revision = meta.get('revision')!;
    this.records = Number(meta.get('records'));
    // Records without a real date say the year 1.
    this.newest = meta.get('newest')!.match(/^[2-9].*/)?.[0];
    this.syncedAt = meta.get('synced_at') || undefined;
  }

  /** Undefined where there is no file, or one that this version cannot read: it has to be filled (again). */
  static open(path: string): AdvisoryIndex | undefined {
    if (!existsSync(path)) return undefined;
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path, { readOnly: true });
      const row = database.prepare("SELECT value FROM meta WHERE key = 'schema'").get();
      if (row?.['value'] === indexSchemaVersion) return new AdvisoryIndex(database);
    } catch {
      // Not a database, or not ours: the same answer as for none at all, and `advisories status` says so.
    }
    database?.close();
    return undefined;
  }

  /** Everything that is known about a package, whichever versions it is about. */
  lookUp(ecosystem: Ecosystem, name: string): Candidate[] {
    const rows = this.#find.all(ecosystem, ecosystemTraits(ecosystem).normaliseName(name));
    const candidates = new Map<number, IndexedCandidate>();
    for (const row of rows) {
      const number = Number(row['advisory']);
      let candidate = candidates.get(number);
      if (!candidate) {
        candidate = new IndexedCandidate(() => JSON.parse(String(this.#read.get(number)!['body'])));
        candidates.set(number, candidate);
      }
      candidate.affected.push(JSON.parse(String(row['body'])) as Affected);
    }
    return [...candidates.values()];
  }

  /** Whether any record is about packages of an ecosystem. */
  knows(ecosystem: Ecosystem): boolean {
    return (
      this.#database.prepare('SELECT 1 FROM affected WHERE ecosystem = ? LIMIT 1').get(ecosystem) !==
      undefined
    );
  }

  /** On the operator's list of vulnerabilities that are known to be exploited. */
  isExploited(ids: readonly string[]): boolean {
    return ids.some((id) => this.#exploited.get(id) !== undefined);
  }

  /** The estimated probability of exploitation, where the operator supplied such a list. */
  exploitProbability(ids: readonly string[]): number | undefined {
    const scores = ids.flatMap((id) => {
      const row = this.#epss.get(id);
      return row ? [Number(row['score'])] : [];
    });
    return scores.length > 0 ? Math.max(...scores) : undefined;
  }

  /** What a source left here at its last time. */
  sourceState(name: string): string | undefined {
    const row = this.#database.prepare('SELECT state FROM source WHERE name = ?').get(name);
    return row ? String(row['state']) : undefined;
  }

  status(): IndexStatus {
    const all = (sql: string) => this.#database.prepare(sql).all();
    const count = (table: 'exploited' | 'epss') => Number(all(`SELECT count(*) AS n FROM ${table}`)[0]!['n']);
    return {
      records: this.records,
      syncedAt: this.syncedAt,
      newest: this.newest,
      revision: this.revision,
      sources: all(
        `SELECT name, synced_at, newest, (SELECT count(*) FROM advisory WHERE source = source.name) AS n FROM source ORDER BY name`,
      ).map((row) => ({
        name: String(row['name']),
        syncedAt: String(row['synced_at']),
        newest: String(row['newest']),
        records: Number(row['n']),
      })),
      ecosystems: all(
        'SELECT ecosystem, count(DISTINCT package) AS n FROM affected GROUP BY ecosystem ORDER BY ecosystem',
      ).map((row) => ({ ecosystem: String(row['ecosystem']), packages: Number(row['n']) })),
      unreadable: this.unreadable(),
      exploited: count('exploited'),
      epss: count('epss'),
    };
  }

  /** What was no record when the sources were last imported; of one source, or of all. */
  unreadable(source = ''): UnreadableRecords {
    const kept = [...this.#meta()].filter(([key]) => key.startsWith(`${unreadableKey}${source}`));
    return mergeUnreadable(kept.map(([, value]) => JSON.parse(value) as UnreadableRecords));
  }

  close(): void {
    this.#database.close();
  }

  #meta(): Map<string, string> {
    const rows = this.#database.prepare('SELECT key, value FROM meta').all();
    return new Map(rows.map((row) => [String(row['key']), String(row['value'])]));
  }
}

/** Most records of a package do not mean the version at hand: what else they say is read only from those that do. */
class IndexedCandidate implements Candidate {
  readonly affected: Affected[] = [];
  readonly #load: () => Advisory;
  #advisory: Advisory | undefined;

  constructor(load: () => Advisory) {
    this.#load = load;
  }

  get advisory(): Advisory {
    this.#advisory ??= this.#load();
    return this.#advisory;
  }
}
