import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { hasScope, type Principal } from '../access/principal.ts';
import type { Api, ApiInput } from '../contract/api.ts';
import { check } from '../contract/validation.ts';
import { type Call, RawResponse, type Route } from '../http/route.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { NewId } from '../kernel/ids.ts';

interface LocalApiParts {
  routes: readonly Route[];
  newId: NewId;
  draining: AbortSignal;
}

/** The routes without HTTP: what runs in the same process, or comes through the control socket, is checked and scoped all the same. */
export class LocalApi {
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #newId: NewId;
  readonly #draining: AbortSignal;

  constructor({ routes, newId, draining }: LocalApiParts) {
    this.#routes = new Map(routes.map((route) => [route.name, route]));
    this.#newId = newId;
    this.#draining = draining;
  }

  has(operation: string): boolean {
    return this.#routes.has(operation);
  }

  /** The API as this caller may use it. */
  as(principal: Principal): Api {
    return {
      call: async <Result>(
        operation: string,
        input: ApiInput = {},
        options: { signal?: AbortSignal } = {},
      ) => {
        const route = this.#routes.get(operation);
        if (!route) throw new ServiceError('not_found', `There is no operation "${operation}" here.`);
        const { scope } = route;
        if (scope !== 'any' && scope !== 'public' && !hasScope(principal, scope))
          throw new ServiceError('insufficient_scope', `This key lacks the scope "${scope}".`);
        const data = await route.handle(this.#callOf(route, principal, input, options.signal));
        return (data instanceof RawResponse ? await readRaw(data) : data) as Result;
      },
    };
  }

  #callOf(route: Route, principal: Principal, input: ApiInput, signal: AbortSignal | undefined): Call {
    return {
      requestId: this.#newId('req'),
      principal,
      params: route.params && check(route.params, input.params ?? {}),
      query: route.query && check(route.query, asQuery(input.query ?? {})),
      body: route.body && check(route.body, input.body ?? {}),
      headers: {},
      transport: input.transport ?? 'http',
      gone: signal ?? new AbortController().signal,
      draining: this.#draining,
      receipt: () => undefined,
    };
  }
}

/** As it would arrive in a URL. */
function asQuery(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}

/** A report as text; an envelope that came slowly as its data. */
async function readRaw({ body, contentType }: RawResponse): Promise<unknown> {
  const read = body instanceof Readable ? await text(body) : Buffer.from(body).toString('utf8');
  if (!contentType.startsWith('application/json')) return read;
  const envelope = JSON.parse(read) as { success?: boolean; data?: { code?: never; message?: string } };
  if (envelope.success === undefined) return read;
  if (envelope.success) return envelope.data;
  throw new ServiceError(envelope.data?.code ?? 'internal_error', envelope.data?.message);
}
