import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, ServiceError } from '../../kernel/errors.ts';

export interface ModelServerOptions {
  /** What it is called in messages, such as "embedding server". */
  name: string;
  /** The error that a caller gets while it does not answer. */
  unavailable: ErrorCode;
  url: string;
  /** Below the URL. */
  path: string;
  headers: Record<string, string>;
  timeoutMs: number;
  retries: number;
  /** How it waits before it asks again. */
  wait?: (ms: number) => Promise<unknown>;
}

/** A server with a model that the operator named: asked again where a failure can pass, never followed to another address, its responses bounded. */
export class ModelServer {
  readonly #options: ModelServerOptions;
  readonly #address: URL;
  readonly #closed = new AbortController();

  constructor(options: ModelServerOptions) {
    this.#options = options;
    this.#address = new URL(options.path, options.url.endsWith('/') ? options.url : `${options.url}/`);
  }

  /** `read` throws an `UnusableResponse` where the response is not what was asked for. */
  async ask<Result>(
    body: unknown,
    read: (response: unknown) => Result,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const { retries, unavailable } = this.#options;
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      this.#closed.signal.throwIfAborted();
      try {
        return read(await this.#post(body, signal));
      } catch (reason) {
        signal?.throwIfAborted();
        this.#closed.signal.throwIfAborted();
        const wait = reason instanceof UnusableResponse ? reason.retryAfterMs : 250 * 2 ** attempt;
        if (attempt >= retries || wait === undefined)
          throw new ServiceError(unavailable, undefined, { cause: reason });
        await this.#pause(Math.min(wait, 10_000), signal);
      }
    }
  }

  close(): void {
    this.#closed.abort(new ServiceError('shutting_down'));
  }

  /** Ends early when nobody waits for the response any more; the next attempt then says why. */
  async #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const stop = AbortSignal.any([this.#closed.signal, ...(signal ? [signal] : [])]);
    const { wait = (time) => sleep(time, undefined, { ref: false }) } = this.#options;
    await Promise.race([wait(ms), new Promise((resolve) => stop.addEventListener('abort', resolve))]);
  }

  async #post(body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const { name, headers, timeoutMs } = this.#options;
    const response = await fetch(this.#address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // A redirect could carry the key and the texts to a server that the operator never named.
      redirect: 'error',
      signal: AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        this.#closed.signal,
        ...(signal ? [signal] : []),
      ]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new UnusableResponse(
        `The ${name} responded with status ${response.status}.`,
        retryAfterMs(response),
      );
    }
    return readJson(response);
  }
}

/** The server responded, but not with what was asked for. */
export class UnusableResponse extends Error {
  /** Undefined when asking again cannot help. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export function bearer(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

function retryAfterMs({ status, headers }: Response): number | undefined {
  if (status !== 408 && status !== 429 && status < 500) return undefined;
  const after = headers.get('retry-after');
  return after !== null && Number(after) >= 0 ? Number(after) * 1000 : 500;
}

// 128 texts of 4,096 numbers of 25 characters are 13 MB.
const maxResponseBytes = 64 * 1024 * 1024;

async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxResponseBytes) throw new UnusableResponse('The response is too large.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString());
}
