import { readJson } from './exact-json.ts';
import { saveFile } from './save-file.ts';

let key: string | undefined;
let onRefused: (() => void) | undefined;

/** The key of every later request, and what to do when the service stops accepting it. */
export function useKey(next: string | undefined, refused?: () => void): void {
  key = next;
  onRefused = refused;
}

/** What the service said instead of an answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: ReadonlyArray<{ path: string; message: string }>;

  constructor(
    status: number,
    code: string,
    message: string,
    requestId: string,
    details: ApiError['details'] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
  }
}

interface Options {
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

export async function request<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const response = await send(method, path, options);
  const { data } = readJson(await response.text()) as { data: T };
  return data;
}

/** A report or another file of the service, for the reader to save. */
export async function download(path: string, query: Options['query'], name: string): Promise<void> {
  const response = await send('GET', path, { query });
  saveFile(await response.blob(), name);
}

export async function send(
  method: string,
  path: string,
  { query, body, signal }: Options,
): Promise<Response> {
  const sent = key;
  const response = await fetch(address(path, query), {
    method,
    headers: {
      ...(sent && { Authorization: `Bearer ${sent}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'unreachable', 'The service cannot be reached. Is it still running?', '');
  });
  if (response.ok) return response;
  // The answer to a key that was signed out with says nothing about the next one.
  if (response.status === 401 && sent === key) onRefused?.();
  throw await errorOf(response);
}

function address(path: string, query: Options['query']): string {
  const asked = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`;
}

async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? '';
  try {
    const { data } = await response.json();
    return new ApiError(response.status, data.code, data.message, requestId, data.details);
  } catch {
    const message = `The service answered with status ${response.status} and no explanation.`;
    return new ApiError(response.status, 'unknown', message, requestId);
  }
}
