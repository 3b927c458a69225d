import type { Api, ApiInput } from '../contract/api.ts';
import { table } from '../contract/operation-table.ts';
import { type ErrorCode, type ErrorDetail, errorCatalogue, ServiceError } from '../kernel/errors.ts';
import { parseJsonExactly } from '../kernel/json/exact-parse.ts';
import { plain } from './terminal.ts';

interface Envelope {
  success?: boolean;
  data?: { code?: string; message?: string; details?: ErrorDetail[] };
}

/** The API of a service elsewhere. */
export function createHttpApi(server: string, key: string): Api {
  const base = server.replace(/\/+$/, '');
  return {
    call: async <Result>(operation: string, input: ApiInput = {}, options: { signal?: AbortSignal } = {}) => {
      const [method = '', path = ''] = table[operation as keyof typeof table].split(' ');
      const isJson = input.body !== undefined && typeof input.body !== 'string';
      const response = await fetch(base + fill(path, input), {
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
        ...(options.signal && { signal: options.signal }),
      }).catch((error: Error) => {
        throw new Error(
          `${base} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
        );
      });
      return (await read(response, base)) as Result;
    },
  };
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
