import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../kernel/errors.ts';
import type { Calibration } from './calibration.ts';
import type { Embedder, EmbedKind, EmbedOptions, PassageRange } from './embedder.ts';
import { passageLimits, splitPassages } from './passages.ts';
import { type Prefixes, prefixed, type RemoteProvider } from './remote-provider.ts';
import { normalised } from './vectors.ts';
import type { WordPiece } from './wordpiece.ts';

export interface RemoteEmbedderOptions {
  provider: RemoteProvider;
  /** Names the model and the kind of server in every stored vector. */
  id: string;
  url: string;
  model: string;
  apiKey: string | undefined;
  /** Asked of the server where it can shorten vectors; otherwise what it gives must have this many. */
  dims: number;
  askForDims: boolean;
  maxTokens: number;
  prefixes: Prefixes;
  calibration: Calibration;
  timeoutMs: number;
  retries: number;
  maxConcurrent: number;
  /** Counts tokens for passages and budgets; the server's own tokenizer is not known here. */
  tokenizer: WordPiece;
}

/** Gets vectors from a server that the operator named: an OpenAI-compatible one, Ollama or Text Embeddings Inference. */
export class RemoteEmbedder implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly calibration: Calibration;
  readonly #options: RemoteEmbedderOptions;
  readonly #address: URL;
  readonly #waiting: Record<EmbedKind, Array<() => void>> = { query: [], document: [] };
  readonly #closed = new AbortController();
  #running = 0;

  constructor(options: RemoteEmbedderOptions) {
    this.#options = options;
    this.id = options.id;
    this.dims = options.dims;
    this.calibration = options.calibration;
    this.#address = new URL(
      options.provider.path,
      options.url.endsWith('/') ? options.url : `${options.url}/`,
    );
  }

  async embed(
    texts: readonly string[],
    kind: EmbedKind,
    { signal }: EmbedOptions = {},
  ): Promise<Float32Array[]> {
    const { provider, prefixes } = this.#options;
    const inputs = prefixed(texts, kind, prefixes);
    const parts: Array<readonly string[]> = [];
    for (let i = 0; i < inputs.length; i += provider.maxTexts)
      parts.push(inputs.slice(i, i + provider.maxTexts));
    const vectors = await Promise.all(parts.map((part) => this.#inTurn(kind, () => this.#ask(part, signal))));
    return vectors.flat();
  }

  countTokens(text: string): number {
    return this.#options.tokenizer.encode(text).length;
  }

  split(content: string): PassageRange[] {
    return splitPassages(content, (text) => this.countTokens(text), passageLimits(this.#options.maxTokens));
  }

  async close(): Promise<void> {
    this.#closed.abort(new ServiceError('shutting_down'));
  }

  /** Queries go before documents here as well. */
  async #inTurn<Result>(kind: EmbedKind, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#options.maxConcurrent) {
      await new Promise<void>((resolve) => this.#waiting[kind].push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.query.shift() ?? this.#waiting.document.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async #ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const { retries } = this.#options;
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      this.#closed.signal.throwIfAborted();
      try {
        return await this.#askOnce(texts, signal);
      } catch (reason) {
        signal?.throwIfAborted();
        this.#closed.signal.throwIfAborted();
        const wait = reason instanceof Refusal ? reason.retryAfterMs : 250 * 2 ** attempt;
        if (attempt >= retries || wait === undefined) throw unavailable(reason);
        await this.#pause(Math.min(wait, 10_000), signal);
      }
    }
  }

  /** Ends early when nobody waits for the vectors any more; the next attempt then says why. */
  async #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const stop = AbortSignal.any([this.#closed.signal, ...(signal ? [signal] : [])]);
    await Promise.race([
      sleep(ms, undefined, { ref: false }),
      new Promise((resolve) => stop.addEventListener('abort', resolve)),
    ]);
  }

  async #askOnce(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const { provider, model, dims, askForDims, apiKey, timeoutMs } = this.#options;
    const response = await fetch(this.#address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...provider.headers(apiKey) },
      body: JSON.stringify(provider.body(texts, model, askForDims ? dims : undefined)),
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
      throw new Refusal(response.status, response.headers.get('retry-after'));
    }
    const vectors = provider.read(await readJson(response));
    if (vectors.length !== texts.length) throw new Refusal(200, null, 'another number of vectors than texts');
    return vectors.map((vector) => {
      if (vector.length !== dims) throw new Refusal(200, null, `vectors of ${vector.length} dimensions`);
      return normalised(Float32Array.from(vector));
    });
  }
}

// 128 texts of 4,096 numbers of 25 characters are 13 MB.
const maxAnswerBytes = 64 * 1024 * 1024;

async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxAnswerBytes) throw new Refusal(200, null, 'an answer that is too large');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString());
}

/** The server answered, but not with vectors. */
class Refusal extends Error {
  /** Undefined when asking again cannot help. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, retryAfter: string | null, what = `status ${status}`) {
    super(`The embedding server answered with ${what}.`);
    const passing = status === 408 || status === 429 || status >= 500;
    const seconds = Number(retryAfter);
    this.retryAfterMs = passing ? (retryAfter !== null && seconds >= 0 ? seconds * 1000 : 500) : undefined;
  }
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('embedding_unavailable', undefined, { cause });
}
