import { ConnectionFailed, LorekeepError } from './errors.ts';
import type { CallOptions } from './options.ts';
import { Pages } from './pages.ts';
import { readEvents } from './streams.ts';
import type { Transport } from './transport.ts';
import type {
  DeletedScan,
  DiffScansQuery,
  GetScanQuery,
  GetTrendsQuery,
  ListedPackage,
  ListPackagesQuery,
  ListRulesQuery,
  ListScansQuery,
  Rule,
  RuleDetails,
  Scan,
  ScanDiff,
  ScanEvent,
  ScanProgress,
  ScanUsage,
  StartScanBody,
  Trends,
} from './types.ts';

export interface WaitOptions extends CallOptions {
  /** Called with each step of a running scan. */
  onProgress?: ((progress: ScanProgress, scan: Scan) => void) | undefined;
  /** How often to ask where events do not come through; 5 seconds when omitted. */
  pollMs?: number | undefined;
}

/** A scan that was started, with a way to wait for its end. */
export type StartedScan = Scan & {
  /** The finished scan with its findings. A failed scan is a result too: look at `status`. */
  done(options?: WaitOptions): Promise<Scan>;
};

export type ReportFormat = Exclude<NonNullable<GetScanQuery['format']>, 'json'>;

const maxReconnects = 3;
const reconnectMs = 500;

/** Scan repositories for secrets, vulnerable code and dependencies. */
export class Scans {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async start(body: StartScanBody, options: CallOptions = {}): Promise<StartedScan> {
    // A waiting call takes as long as the scan; only the wait for its first byte is bounded.
    const scan = (await this.#transport.send(
      'startScan',
      { body, slow: body.waitForCompletion === true },
      options,
      (response) => this.#transport.read(response),
    )) as Scan;
    const done = (wait: WaitOptions = {}) => this.wait(scan.scanId, wait);
    return Object.defineProperty(scan, 'done', { value: done, enumerable: false }) as StartedScan;
  }

  get(scanId: string, options?: CallOptions): Promise<Scan> {
    return this.#transport.call('getScan', { params: { scanId }, query: {} }, options);
  }

  /** The result as SARIF, CycloneDX, Markdown or another report, as text. */
  async report(scanId: string, format: ReportFormat, options?: CallOptions): Promise<string> {
    const input = { params: { scanId }, query: { format }, accept: '*/*' };
    return this.#transport.send('getScan', input, options ?? {}, (response) => response.text());
  }

  /** Newest first, without findings. */
  list(query: Omit<ListScansQuery, 'cursor'> = {}, options?: CallOptions): Pages<Scan> {
    return new Pages((cursor) => this.#transport.call('listScans', { query: { ...query, cursor } }, options));
  }

  cancel(scanId: string, options?: CallOptions): Promise<Scan> {
    return this.#transport.call('cancelScan', { params: { scanId } }, options);
  }

  /** What was decided about the findings stays, unless `decisions` is true: then it is removed for the whole repository. */
  delete(
    scanId: string,
    { decisions, ...options }: CallOptions & { decisions?: boolean } = {},
  ): Promise<DeletedScan> {
    const query = decisions ? ({ decisions: 'true' } as const) : {};
    return this.#transport.call('deleteScan', { params: { scanId }, query }, options);
  }

  /** What changed since an earlier scan: all of it, or with `limit` a part. */
  diff(scanId: string, against: string | DiffScansQuery, options?: CallOptions): Promise<ScanDiff> {
    const query = typeof against === 'string' ? { against } : against;
    return this.#transport.call('diffScans', { params: { scanId }, query }, options);
  }

  /** The packages that a scan found, vulnerable ones first. */
  packages(
    scanId: string,
    query: Omit<ListPackagesQuery, 'cursor'> = {},
    options?: CallOptions,
  ): Pages<ListedPackage> {
    return new Pages((cursor) =>
      this.#transport.call('listPackages', { params: { scanId }, query: { ...query, cursor } }, options),
    );
  }

  /** The built-in rules, by id. */
  rules(query: Omit<ListRulesQuery, 'cursor'> = {}, options?: CallOptions): Pages<Rule> {
    return new Pages((cursor) => this.#transport.call('listRules', { query: { ...query, cursor } }, options));
  }

  /** A rule with its examples. */
  rule(id: string, options?: CallOptions): Promise<RuleDetails> {
    return this.#transport.call('getRule', { params: { id } }, options);
  }

  /** How findings came and went, day by day and scan by scan. */
  trends(query: GetTrendsQuery = {}, options?: CallOptions): Promise<Trends> {
    return this.#transport.call('getTrends', { query }, options);
  }

  usage(options?: CallOptions): Promise<ScanUsage> {
    return this.#transport.call('getUsage', {}, options);
  }

  /** Events until the scan is finished. A stream that breaks is opened again; every event is the whole state. */
  async *follow(scanId: string, options?: CallOptions): AsyncGenerator<ScanEvent, void> {
    for (let broken = 0; ; broken++) {
      const response = await this.#transport.open(
        'followScan',
        { params: { scanId }, accept: 'text/event-stream' },
        options,
      );
      let failure: unknown;
      try {
        for await (const { id, event, data } of readEvents(response)) {
          broken = 0;
          yield { id, event, data: JSON.parse(data) } as ScanEvent;
          if (event === 'finished') return;
        }
      } catch (error) {
        if (error instanceof LorekeepError || options?.signal?.aborted) throw error;
        failure = error;
      }
      if (broken >= maxReconnects)
        throw new ConnectionFailed({
          code: 'connection_failed',
          status: 0,
          retryable: true,
          message: 'The stream of events breaks again and again.',
          cause: failure,
        });
      // Something on the way may end every stream at once.
      await this.#transport.pause(reconnectMs, options?.signal);
    }
  }

  /** The finished scan with its findings: by events, else by asking again and again. */
  async wait(scanId: string, { onProgress, pollMs = 5_000, ...options }: WaitOptions = {}): Promise<Scan> {
    const tell = (scan: Scan) => scan.progress && onProgress?.(scan.progress, scan);
    try {
      for await (const { data } of this.follow(scanId, options)) tell(data);
    } catch (error) {
      if (options.signal?.aborted || (error instanceof LorekeepError && !error.retryable)) throw error;
    }
    for (;;) {
      const scan = await this.get(scanId, options);
      if (scan.status === 'completed' || scan.status === 'failed') return scan;
      tell(scan);
      await this.#transport.pause(pollMs, options.signal);
    }
  }
}
