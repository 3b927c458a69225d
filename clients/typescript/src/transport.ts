import { ConnectionFailed, type ErrorFacts, errorOf, LorekeepError, Timeout } from './errors.ts';
import type { CallOptions, Settings } from './options.ts';
import { table } from './table.ts';
import type { Operations } from './types.ts';

export type OperationName = keyof Operations;

/** What an operation is called with. */
export type Input<Name extends OperationName> = Omit<Operations[Name], 'data'>;

/** @internal What the transport itself looks at. */
export interface RawInput {
  params?: Record<string, string>;
  query?: object | undefined;
  body?: unknown;
  /** Lines of JSON, instead of `body`. */
  lines?: string | ReadableStream<Uint8Array>;
  accept?: string;
  /** The response is read as it comes, or may take longer than a try usually does. */
  slow?: boolean;
}

const maxRetryAfterMs = 60_000;
const retryableStatuses = [408, 429, 502, 503, 504];

/**
 * Sends calls, and repeats those that may be repeated: what changes nothing, deletions, and what carries an Idempotency-Key. Nothing
 * else is ever sent twice.
 */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Any operation by its name; `data` of the response. */
  async call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options: CallOptions = {},
  ): Promise<Operations[Name]['data']> {
    return (await this.send(name, input, options, readEnvelope)) as Operations[Name]['data'];
  }

  /** @internal The response as it comes, once its headers are there and it is no error. */
  open(name: OperationName, input: RawInput, options: CallOptions = {}): Promise<Response> {
    return this.send(name, { ...input, slow: true }, options, async (response) => response);
  }

  /** @internal `data` of a response whose headers are there. */
  read(response: Response): Promise<unknown> {
    return readEnvelope(response);
  }

  /** @internal */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return sleep(ms, signal);
  }

  /** @internal */
  async send<Result>(
    name: OperationName,
    input: RawInput,
    options: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const row: string | undefined = table[name];
    if (!row) throw new TypeError(`There is no operation "${name}".`);
    const [method = '', path = '', mark] = row.split(' ');
    const { body, lines, accept } = input;
    const headers: Record<string, string> = {
      Accept: accept ?? 'application/json',
      ...this.#settings.headers,
    };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (lines !== undefined) headers['Content-Type'] = 'application/x-ndjson';
    if (mark === '+') headers['Idempotency-Key'] = options.idempotencyKey ?? newKey();
    const request: RequestInit & { duplex?: 'half' } = {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(lines !== undefined && { body: lines, duplex: 'half' }),
    };
    const url = this.#settings.baseUrl + fill(path, input);
    const repeatable = mark !== undefined || method === 'DELETE';
    const tries = repeatable ? (options.maxRetries ?? this.#settings.maxRetries) : 0;
    for (let tried = 0; ; tried++) {
      try {
        return await this.#try(url, request, input.slow === true, options, read);
      } catch (error) {
        const waitMs = waitBefore(error, tried, tries);
        if (waitMs === undefined) throw error;
        await sleep(waitMs, options.signal);
      }
    }
  }

  async #try<Result>(
    url: string,
    request: RequestInit,
    slow: boolean,
    options: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = options;
    signal?.throwIfAborted();
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs;
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, timeoutMs);
    let opened = false;
    try {
      const response = await this.#settings.fetch(url, { ...request, signal: controller.signal });
      if (slow) clearTimeout(timer);
      if (isRedirect(response)) throw redirected(response);
      if (!response.ok) throw await readError(response);
      const result = await read(response);
      // A stream that was handed out can still be aborted by the caller.
      opened = (result as unknown) === response;
      return result;
    } catch (error) {
      if (error instanceof LorekeepError) throw error;
      if (signal?.aborted) throw signal.reason;
      const facts = { status: 0, retryable: true, cause: error };
      if (late)
        throw new Timeout({ ...facts, code: 'timeout', message: `No response within ${timeoutMs} ms.` });
      throw new ConnectionFailed({
        ...facts,
        code: 'connection_failed',
        message: messageOf(error, this.#settings.baseUrl),
      });
    } finally {
      clearTimeout(timer);
      if (!opened) signal?.removeEventListener('abort', abort);
    }
  }
}

/** `.` and `..` would be taken for steps; the service knows them by a DEL behind them, which no name holds. */
function segment(text: string): string {
  return encodeURIComponent(text).replace(/^\.\.?$/, '$&%7F');
}

function fill(path: string, { params = {}, query }: RawInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined)
      search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** JSON may begin with newlines, which long calls send to keep the connection; a parser does not mind them. */
async function readEnvelope(response: Response): Promise<unknown> {
  const text = await response.text();
  let envelope: { success?: boolean; object?: string; data?: unknown; meta?: { requestId?: string } };
  try {
    envelope = JSON.parse(text);
  } catch (cause) {
    // Cut off, or the words of a proxy.
    throw new TypeError('The response is not JSON.', { cause });
  }
  if (envelope.success === true) return envelope.data;
  // The shape of OpenAI's API.
  if (response.ok && envelope.object === 'list') return envelope;
  throw errorOf(factsOf(response, envelope));
}

/** In a browser a redirect that is not followed has no status. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** Followed, a call would become another one, since a write arrives as a read, and the key would go to whoever is there. */
function redirected(response: Response): LorekeepError {
  const place = response.headers.get('location');
  const message = `The service redirects${place === null ? '' : ` to ${place}`}: give that as baseUrl.`;
  return errorOf({ ...factsOf(response, {}), code: 'invalid_response', message, retryable: false });
}

async function readError(response: Response): Promise<LorekeepError> {
  let envelope: object = {};
  try {
    envelope = JSON.parse(await response.text());
  } catch {
    // A proxy's page, or cut off: the status has to do.
  }
  return errorOf(factsOf(response, envelope));
}

function factsOf(
  response: Response,
  envelope: { data?: unknown; meta?: { requestId?: string } },
): ErrorFacts {
  const data = (envelope.data ?? {}) as Partial<ErrorFacts>;
  const { status, headers } = response;
  return {
    code: data.code ?? 'invalid_response',
    status,
    message: data.message ?? `The response has status ${status} and is not one of Lorekeep.`,
    retryable: data.retryable ?? retryableStatuses.includes(status),
    requestId: envelope.meta?.requestId ?? headers.get('x-request-id') ?? undefined,
    details: data.details,
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  };
}

function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** How long to wait before the next try; undefined where there is none. */
function waitBefore(error: unknown, tried: number, tries: number): number | undefined {
  if (!(error instanceof LorekeepError) || !error.retryable || tried >= tries) return undefined;
  const asked = error.retryAfterMs;
  if (asked !== undefined) return asked <= maxRetryAfterMs ? asked : undefined;
  return 500 * 2 ** tried * (0.75 + Math.random() / 2);
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

function newKey(): string {
  return (
    globalThis.crypto?.randomUUID?.() ??
    `${Date.now()}-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  );
}

function messageOf(error: unknown, baseUrl: string): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return `${baseUrl} could not be reached: ${cause?.message ?? message ?? String(error)}`;
}
