import pg from 'pg';
import type { Signals } from '../../kernel/signals.ts';

export interface ControlOptions {
  url: string;
  node: string;
  log: { warn(fields: object, message: string): void };
  /** How long the notification to itself may take. */
  selfTestMs?: number;
  /** A connection on which this node has not stood for so long is ended by the database; 0 for never. */
  idleMs?: number;
  /** Whether it may become the node that does the upkeep, as a command may not, which does none. */
  mayLead?: boolean;
}

interface Message {
  from: string;
  topic: string;
  text: string;
}

const channel = 'lorekeep';
const maxWaitMs = 5_000;
const maxTextBytes = 7_000;
const leaderLock = 7_011;
const selfTest = 'self-test';
const defaultSelfTestMs = 2_000;

/**
 * One connection per node past any pooler, for what belongs to a session: notifications of other nodes, and the lock of the one
 * node that does the upkeep. When it breaks it is made again, and until then this node leads nothing and hears nothing. Each begins
 * with a notification to itself, over a connection of its own: a pooler in transaction mode accepts LISTEN and delivers only what the
 * same client sends, and a lock taken through it is nobody's.
 */
export class ControlConnection implements Signals {
  readonly #options: ControlOptions;
  readonly #listeners = new Map<string, Set<(text: string) => void>>();
  #client: pg.Client | undefined;
  #leads = false;
  #hears = true;
  #closed = false;
  #heardSelf = () => {};
  #attempts = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** Whether this node is the one that does the upkeep for all. */
  get leads(): boolean {
    return this.#leads && this.#client !== undefined;
  }

  /** Whether notifications arrive; without them other nodes are heard of by looking at the database. */
  get hears(): boolean {
    return this.#hears;
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'lorekeep-control',
      keepAlive: true,
      connectionTimeoutMillis: maxWaitMs,
    });
    let isLost = false;
    const lose = (error?: Error) => {
      isLost = true;
      this.#lost(client, error);
    };
    client.on('error', lose);
    client.on('end', () => lose());
    client.on('notification', ({ payload }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await this.#testHearing();
      // A node that freezes, or whose machine is cut off, closes nothing and would lead for hours.
      if (this.#hears && this.#options.idleMs)
        await client.query(`SET idle_session_timeout = ${this.#options.idleMs}`);
      if (isLost || this.#closed) throw new Error('The connection ended while it was being made.');
      this.#client = client;
      await this.stand();
      this.#attempts = 0;
    } catch (error) {
      if (this.#client === client) this.#client = undefined;
      void client
        .end()
        .catch((reason: unknown) => this.#options.log.warn({ err: reason }, 'a connection did not close'));
      throw error;
    }
  }

  async #testHearing(): Promise<void> {
    const { selfTestMs = defaultSelfTestMs } = this.#options;
    const heard = new Promise<boolean>((resolve) => {
      this.#heardSelf = () => resolve(true);
      setTimeout(resolve, selfTestMs, false).unref();
    });
    const message: Message = { from: this.#options.node, topic: selfTest, text: '' };
    await notifyOnce(this.#options.url, JSON.stringify(message));
    this.#hears = await heard;
    if (this.#hears) return;
    this.#options.log.warn(
      {},
      'notifications of the database do not arrive, as behind a pooler in transaction mode; this node looks every second instead. ' +
        'Set LOREKEEP_DATABASE_DIRECT_URL to the database itself',
    );
  }

  /** Tries to become the node that does the upkeep, or shows that it still does it; called now and then. */
  async stand(): Promise<void> {
    if (!this.#client || !this.#hears || this.#options.mayLead === false) return;
    if (this.#leads) {
      await this.#client.query('SELECT 1');
      return;
    }
    const { rows } = await this.#client.query('SELECT pg_try_advisory_lock($1, 0) AS leads', [leaderLock]);
    this.#leads = rows[0]?.['leads'] === true;
  }

  /** Leaves the upkeep to another node. */
  async resign(): Promise<void> {
    this.#leads = false;
    await this.#client?.query('SELECT pg_advisory_unlock_all()');
  }

  tell(topic: string, text: string): void {
    if (Buffer.byteLength(text) > maxTextBytes) return;
    const message: Message = { from: this.#options.node, topic, text };
    this.#client
      ?.query('SELECT pg_notify($1, $2)', [channel, JSON.stringify(message)])
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error, topic }, 'other nodes could not be notified'),
      );
  }

  listen(topic: string, listener: (text: string) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(topic, listeners);
    return () => listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #hear(payload: string | undefined): void {
    try {
      const { from, topic, text } = JSON.parse(payload ?? '{}') as Partial<Message>;
      if (from === this.#options.node && topic === selfTest) this.#heardSelf();
      if (from === this.#options.node || topic === undefined) return;
      for (const listener of this.#listeners.get(topic) ?? []) listener(text ?? '');
    } catch (error) {
      // Whoever may connect to the database may notify: what is no message of a node must not end this one.
      this.#options.log.warn({ err: error }, 'a notification could not be read');
    }
  }

  /** Only of the connection in use: one that never was has failed in `open`, and may say that it ended while the next one is being made. */
  #lost(client: pg.Client, error: Error | undefined): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#leads = false;
    this.#options.log.warn({ err: error }, 'the control connection to the database was lost');
    this.#again();
  }

  #again(): void {
    if (this.#retry || this.#closed) return;
    const waitMs = Math.min(maxWaitMs, 100 * 2 ** this.#attempts++);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.open().catch(() => this.#again());
    }, waitMs);
    this.#retry.unref();
  }
}

async function notifyOnce(url: string, payload: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lorekeep-control',
    connectionTimeoutMillis: maxWaitMs,
  });
  await client.connect();
  try {
    await client.query('SELECT pg_notify($1, $2)', [channel, payload]);
  } finally {
    await client.end();
  }
}
