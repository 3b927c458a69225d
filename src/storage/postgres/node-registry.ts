import type { Clock } from '../../kernel/clock.ts';
import type { Peer, Peers } from '../../kernel/peers.ts';
import type { PostgresDatabase } from './database.ts';
import { type Epoch, trustedMs } from './epoch.ts';

export interface RegistryOptions {
  database: PostgresDatabase;
  epoch: Epoch;
  node: string;
  url: string | undefined;
  version: string;
  /** The clock of this node. */
  clock: Clock;
  onFailure: (error: unknown) => void;
  /** Told how far it is ahead of that of the database, when that becomes too far or passes. */
  onSkew: (aheadMs: number, isTooFar: boolean) => void;
}

const beatMs = 2_000;
const maxSkewMs = 60_000;
/** A node that was not heard of for so long counts as dead. */
const aliveMs = 6_000;
const aliveSql = `seen_at > now() - interval '${aliveMs} milliseconds'`;

/** Says every two seconds that this node lives, by the database's clock, and knows which others do. */
export class NodeRegistry implements Peers {
  readonly #options: RegistryOptions;
  #startedAt = '';
  #timer: NodeJS.Timeout | undefined;
  #draining = false;
  #live: Peer[] = [];
  /** Whether somebody else took this node's name. */
  #replaced = false;
  #isOldest = false;
  #isOnTime = true;
  /** On the clock of `performance`: when the last beat that succeeded began. */
  #beatAt = Number.NEGATIVE_INFINITY;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  get self(): string {
    return this.#options.node;
  }

  /** While the database is away nobody is known to live. */
  get live(): readonly Peer[] {
    return this.#isHeard ? this.#live : [];
  }

  /** How many nodes there were when the database was last reached. */
  get lastCount(): number {
    return Math.max(1, this.#live.length);
  }

  get #isHeard(): boolean {
    return performance.now() - this.#beatAt < aliveMs;
  }

  get replaced(): boolean {
    return this.#replaced;
  }

  /** Whether this is the live node that has run for longest; for whom no lock can say who does the upkeep. */
  get isOldest(): boolean {
    return this.#isOldest && this.#isHeard;
  }

  /** Whether its clock is about that of the database: what upkeep removes by a wrong one is gone for all nodes. */
  get isOnTime(): boolean {
    return this.#isOnTime;
  }

  async start(): Promise<void> {
    const { database, epoch, node, url, version, onFailure } = this.#options;
    const row = await database.get(
      `INSERT INTO nodes (id, url, version, started_at, seen_at, seen_epoch) VALUES ($1, $2, $3, clock_timestamp(), now(), $4)
       ON CONFLICT (id) DO UPDATE SET url = excluded.url, version = excluded.version, started_at = excluded.started_at,
         seen_at = excluded.seen_at, seen_epoch = excluded.seen_epoch, draining = false
       RETURNING started_at::text AS started_at`,
      node,
      url ?? null,
      version,
      epoch.value,
    );
    this.#startedAt = String(row!['started_at']);
    // Others wait for this node to say that it has seen a change.
    epoch.onChange(() => void this.beat().catch(onFailure));
    this.#timer = setInterval(() => void this.beat().catch(onFailure), beatMs);
    this.#timer.unref();
    await this.beat();
  }

  async beat(): Promise<void> {
    const { database, epoch, node } = this.#options;
    const began = performance.now();
    const rows = await database.all(
      `WITH own AS (
         UPDATE nodes SET seen_at = now(), seen_epoch = $3, draining = $4 WHERE id = $1 AND started_at = $2::timestamptz
         RETURNING id)
       SELECT n.id, n.url, n.draining, EXISTS (SELECT 1 FROM own) AS is_own,
         (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at, rank() OVER (ORDER BY n.started_at, n.id) AS age
       FROM nodes n WHERE ${aliveSql} OR n.id = $1 ORDER BY n.id`,
      node,
      this.#startedAt,
      epoch.value,
      this.#draining,
    );
    this.#replaced = rows[0]?.['is_own'] === false;
    this.#isOldest = !this.#replaced && rows.some((row) => row['id'] === node && Number(row['age']) === 1);
    this.#beatAt = began;
    this.#compareClocks(Number(rows[0]?.['at']));
    this.#live = rows.map((row) => ({
      id: String(row['id']),
      draining: row['draining'] === true,
      ...(row['url'] !== null && { url: String(row['url']) }),
    }));
  }

  #compareClocks(databaseMs: number): void {
    const aheadMs = this.#options.clock.now() - databaseMs;
    const isOnTime = !(Math.abs(aheadMs) > maxSkewMs);
    if (isOnTime !== this.#isOnTime) this.#options.onSkew(Math.round(aheadMs), !isOnTime);
    this.#isOnTime = isOnTime;
  }

  /** Resolves when every live node has seen the epoch, or when none can trust anything older any more. */
  async acknowledged(epoch: number): Promise<void> {
    const { database, node } = this.#options;
    const until = performance.now() + trustedMs;
    while (performance.now() < until) {
      const behind = await database.get(
        `SELECT 1 FROM nodes WHERE ${aliveSql} AND id <> $1 AND seen_epoch < $2 LIMIT 1`,
        node,
        epoch,
      );
      if (!behind) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Takes no more forwarded requests. */
  async drain(): Promise<void> {
    this.#draining = true;
    if (this.#startedAt !== '') await this.beat();
  }

  /** Is gone from the list when this returns. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#startedAt === '') return;
    const { database, node } = this.#options;
    await database.run(
      'DELETE FROM nodes WHERE id = $1 AND started_at = $2::timestamptz',
      node,
      this.#startedAt,
    );
  }
}
