import { randomBytes } from 'node:crypto';
import type { Logger } from './logger.ts';

/** One answered request, as OpenTelemetry sees it. */
export interface ServerSpan {
  name: string;
  /** The caller's `traceparent` header, if it sent one. */
  traceparent: string | undefined;
  startMs: number;
  durationMs: number;
  failed: boolean;
  attributes: Record<string, string | number>;
}

const maxWaiting = 2_048;
const flushEveryMs = 5_000;

/**
 * Sends spans to an OpenTelemetry collector as OTLP over HTTP in JSON. Loaded only when an endpoint is configured. Tracing must
 * never hurt the service: what cannot be sent in time is dropped, and counted in the log.
 */
export class Tracer {
  readonly #url: string;
  readonly #logger: Logger;
  readonly #version: string;
  readonly #timer: NodeJS.Timeout;
  #waiting: unknown[] = [];
  #dropped = 0;

  constructor(endpoint: string, version: string, logger: Logger) {
    this.#url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    this.#version = version;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.flush(), flushEveryMs).unref();
  }

  record(span: ServerSpan): void {
    if (this.#waiting.length >= maxWaiting) this.#dropped++;
    else this.#waiting.push(encodeSpan(span));
  }

  async flush(): Promise<void> {
    const spans = this.#waiting;
    if (spans.length === 0) return;
    this.#waiting = [];
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(this.#envelope(spans)),
        redirect: 'error',
        signal: AbortSignal.timeout(flushEveryMs),
      });
      if (!response.ok) throw new Error(`The collector answered ${response.status}.`);
    } catch (error) {
      this.#dropped += spans.length;
      this.#logger.warn({ dropped: this.#dropped, reason: (error as Error).message }, 'traces were not sent');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #envelope(spans: unknown[]): unknown {
    return {
      resourceSpans: [
        {
          resource: {
            attributes: encodeAttributes({ 'service.name': 'lorekeep', 'service.version': this.#version }),
          },
          scopeSpans: [{ scope: { name: 'lorekeep' }, spans }],
        },
      ],
    };
  }
}

function encodeSpan({ name, traceparent, startMs, durationMs, failed, attributes }: ServerSpan): unknown {
  const parent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '');
  return {
    traceId: parent?.[1] ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent && { parentSpanId: parent[2] }),
    name,
    kind: 2,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(startMs + durationMs),
    attributes: encodeAttributes(attributes),
    status: failed ? { code: 2 } : {},
  };
}

/** As text: JSON numbers cannot hold nanoseconds since 1970. */
function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1e3)).toString()}000`;
}

function encodeAttributes(attributes: Record<string, string | number>): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) },
  }));
}
