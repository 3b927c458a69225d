import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Principal, Scope } from '../access/principal.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Receipt } from '../kernel/receipt.ts';

/** What a handler knows about the request it answers. */
export interface Call<Body = unknown, Query = unknown, Params = unknown> {
  readonly requestId: string;
  /** Absent only on public routes. */
  readonly principal: Principal;
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  readonly headers: IncomingHttpHeaders;
  /** How the call arrived; a client of the protocol says so in `Lorekeep-Transport`. */
  readonly transport: 'http' | 'mcp';
  /** Fires when the caller has gone away. */
  readonly gone: AbortSignal;
  /** Fires when the service begins to shut down: waiting calls answer at once. */
  readonly draining: AbortSignal;
  /**
   * The receipt to hand down with the write, where the caller sent an Idempotency-Key. `answer` tells which part of the
   * result a repetition gets; without it, all of it.
   */
  receipt<Result>(answer?: (result: Result) => unknown): Receipt<Result> | undefined;
}

/** A response that is not JSON in the envelope: a report, a stream, a page. */
export class RawResponse {
  readonly contentType: string;
  readonly body: string | Uint8Array | Readable;
  readonly headers: Record<string, string>;
  readonly status: number;

  constructor(
    contentType: string,
    body: string | Uint8Array | Readable,
    headers: Record<string, string> = {},
    status = 200,
  ) {
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** One line of the API: enough to serve it, to check what comes in, and to document it. */
export interface Route {
  /** The operation's name in the OpenAPI document and in the clients, such as `searchEntries`. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With parameters as `:name`. */
  path: string;
  /** What a key needs; `any` for every valid key, `public` for no key at all. */
  scope: Scope | 'any' | 'public';
  tag: string;
  summary: string;
  description?: string;
  /** A POST that changes nothing: clients may repeat it. */
  readOnly?: boolean;
  /** Takes an Idempotency-Key. */
  creates?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The namespace that it needs the index of, where it is worth asking the node that has it loaded. */
  namespaceOf?(call: Call): string;
  /** The body may be omitted. */
  bodyOptional?: boolean;
  /** The body is a stream of newline-delimited JSON, given to the handler unread. */
  ndjsonBody?: boolean;
  /** The largest body, never more than the configuration allows; 64 KiB when absent. */
  bodyLimitBytes?: number;
  /** The shape of `data`. */
  response?: z.ZodType;
  /** The shape of a JSON response that is not in the envelope. */
  rawResponse?: z.ZodType;
  /** Content types of responses that are not in the envelope. */
  produces?: string[];
  /** Errors beyond those that every route can give. */
  errors?: ErrorCode[];
  handle(call: Call): Promise<unknown> | unknown;
  /** What a repetition under the same Idempotency-Key gets, given what the first one stored; that itself when absent. */
  repeat?(call: Call, data: unknown): Promise<unknown> | unknown;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Declares a route; only lets the compiler carry the schemas' types into the handler. */
export function route<
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Params extends z.ZodType | undefined = undefined,
>(
  definition: Omit<Route, 'handle' | 'repeat' | 'namespaceOf' | 'body' | 'query' | 'params'> & {
    body?: Body;
    query?: Query;
    params?: Params;
    namespaceOf?(call: Call<Output<Body>, Output<Query>, Output<Params>>): string;
    handle(call: Call<Output<Body>, Output<Query>, Output<Params>>): Promise<unknown> | unknown;
    repeat?(
      call: Call<Output<Body>, Output<Query>, Output<Params>>,
      data: unknown,
    ): Promise<unknown> | unknown;
  },
): Route {
  return definition as unknown as Route;
}
