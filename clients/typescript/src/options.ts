export interface LorekeepOptions {
  /** Where the service is; else `LOREKEEP_URL`, else `http://127.0.0.1:8080`. */
  baseUrl?: string | undefined;
  /** Begins with `key_`; else `LOREKEEP_API_KEY`. */
  apiKey?: string | undefined;
  /** The longest wait for one try; 30 seconds when omitted. */
  timeoutMs?: number | undefined;
  /** Tries after the first one of a call that may be repeated; 2 when omitted. */
  maxRetries?: number | undefined;
  /** In place of the global one. */
  fetch?: typeof fetch | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Everybody who opens the page can read its key: say that this is what you want. */
  allowBrowser?: boolean | undefined;
}

/** What can be said about a single call. */
export interface CallOptions {
  /** Ends the call, also while it waits to try again. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** For calls that create something; made by the client when omitted, and kept over retries. */
  idempotencyKey?: string | undefined;
}

export interface Settings {
  baseUrl: string;
  headers: Record<string, string>;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof fetch;
}

export function readOptions(options: LorekeepOptions): Settings {
  const apiKey = options.apiKey ?? environment('LOREKEEP_API_KEY');
  if (apiKey !== undefined && isBrowser() && !options.allowBrowser)
    throw new Error(
      'An API key in a browser can be read by everybody who opens the page; set allowBrowser to use one there.',
    );
  return {
    baseUrl: (options.baseUrl ?? environment('LOREKEEP_URL') ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''),
    headers: { ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }), ...options.headers },
    timeoutMs: options.timeoutMs ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    // Taken at the call, so that what replaces the global one later is used.
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
  };
}

export function isBrowser(): boolean {
  const { window, document } = globalThis as { window?: unknown; document?: unknown };
  return window !== undefined && document !== undefined;
}

function environment(name: string): string | undefined {
  try {
    const value = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[
      name
    ];
    return value === '' ? undefined : value;
  } catch {
    // Deno asks for permission to read the environment; without it there is simply nothing set.
    return undefined;
  }
}
