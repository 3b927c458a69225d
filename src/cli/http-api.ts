import type { Api, ApiInput } from '../contract/api.ts';
import { table } from '../contract/operation-table.ts';
import { type ErrorCode, type ErrorDetail, errorCatalogue, ServiceError } from '../kernel/errors.ts';
import { parseJsonExactly } from '../kernel/json/exact-parse.ts';
import { plain } from './terminal.ts';

interface Envelope {
  success?: boolean;
  data?: { code?: string; message?: string; details?: ErrorDetail[] };
}

export interface HttpApi extends Api {
  /** The first lines of a response of lines, which may be longer than memory, and whether there may be more. */
  firstLines(operation: string, input: ApiInput): Promise<{ lines: string[]; more: boolean }>;
}

/** Up to so many lines or bytes of a response are read at a time. */
const linesAtOnce = 1_000;
const bytesAtOnce = 8 * 1024 * 1024;

/** The API of a service elsewhere. */
export function createHttpApi(server: string, key: string): HttpApi {
  const base = server.replace(/\/+$/, '');
  const unreachable = (error: Error) =>
    new Error(`${base} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`);
  const send = async (operation: string, input: ApiInput, signal: AbortSignal | undefined) => {
    const [method = '', path = ''] = table[operation as keyof typeof table].split(' ');
    const isJson = input.body !== undefined && typeof input.body !== 'string';
    return fetch(base + fill(path, input), {
      method,
      // Followed, a call would become another one, and the key would go to whoever is there.
      redirect: 'manual',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...(input.transport && { 'Lorekeep-Transport': input.transport }),
        ...(typeof input.body === 'string' && { 'Content-Type': 'application/x-ndjson' }),
      },
      ...(input.body !== undefined && {
        body: isJson ? JSON.stringify(input.body) : (input.body as string),
      }),
      ...(signal && { signal }),
    }).catch((error: Error) => {
      throw unreachable(error);
    });
  };
  return {
    call: async <Result>(operation: string, input: ApiInput = {}, options: { signal?: AbortSignal } = {}) =>
      (await read(await send(operation, input, options.signal), base)) as Result,
    firstLines: async (operation, input) => {
      const response = await send(operation, input, undefined);
      const type = response.headers.get('content-type') ?? '';
      if (!response.ok || !type.startsWith('application/x-ndjson')) {
        await read(response, base);
        throw new Error(`${base} did not answer like Lorekeep.`);
      }
      try {
        return await readFirstLines(response);
      } catch (error) {
        throw unreachable(error as Error);
      }
    },
  };
}

async function readFirstLines(response: Response): Promise<{ lines: string[]; more: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const lines: string[] = [];
  let begun = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun += first;
    for (const other of others) {
      lines.push(begun);
      begun = other;
    }
    if (lines.length >= linesAtOnce || (bytes >= bytesAtOnce && lines.length > 0))
      return { lines, more: true };
  }
  if (begun !== '') throw new Error('the response ended in the middle of a line.');
  return { lines, more: false };
}

/** `.` and `..` would be taken for steps; the service knows them by a DEL behind them, which no name holds. */
function segment(text: string): string {
  return encodeURIComponent(text).replace(/^\.\.?$/, '$&%7F');
}

function fill(path: string, { params = {}, query = {} }: ApiInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null)
      search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** Where a response sends its caller, as the rest of a sentence; undefined where it does not. */
export function redirectOf({ status, headers }: Response): string | undefined {
  if (status < 300 || status >= 400) return undefined;
  const place = headers.get('location');
  return place === null ? '' : ` to ${plain(place)}`;
}

async function read(response: Response, base: string): Promise<unknown> {
  const place = redirectOf(response);
  if (place !== undefined) throw new Error(`${base} redirects${place}: name that with --server.`);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  let envelope: Envelope;
  try {
    envelope = isJson ? (parseJsonExactly(text) as Envelope) : {};
  } catch {
    throw new Error(`${base} did not answer like Lorekeep.`);
  }
  if (envelope.success) return envelope.data;
  if (response.ok && envelope.success === undefined) return text;
  const { code = '', message, details } = envelope.data ?? {};
  if (!Object.hasOwn(errorCatalogue, code))
    throw new Error(`${base} answered with status ${response.status}.`);
  throw new ServiceError(code as ErrorCode, message, details ? { details } : {});
}
