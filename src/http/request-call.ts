import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../access/principal.ts';
import type { Receipt } from '../kernel/receipt.ts';
import { CallerGone } from './caller-gone.ts';
import type { Call } from './route.ts';

interface CheckedParts {
  body: unknown;
  query: unknown;
  params: unknown;
}

/** A `Call` over fastify's request. */
export class RequestCall implements Call {
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
  readonly draining: AbortSignal;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #receipt: Omit<Receipt, 'answer'> | undefined;
  #gone: AbortController | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, draining: AbortSignal, parts: CheckedParts) {
    this.#request = request;
    this.#reply = reply;
    this.draining = draining;
    this.body = parts.body;
    this.query = parts.query;
    this.params = parts.params;
  }

  get requestId(): string {
    return this.#request.id;
  }

  get principal(): Principal {
    if (!this.#request.principal) throw new Error('A public route asked who is calling.');
    return this.#request.principal;
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers;
  }

  get transport(): 'http' | 'mcp' {
    return this.#request.headers['lorekeep-transport'] === 'mcp' ? 'mcp' : 'http';
  }

  // Most handlers never look, so that the listener is made on demand.
  get gone(): AbortSignal {
    if (!this.#gone) {
      const controller = new AbortController();
      const { raw } = this.#reply;
      const abort = (): void => {
        if (!raw.writableFinished) controller.abort(new CallerGone());
      };
      this.#gone = controller;
      if (raw.closed) abort();
      else raw.once('close', abort);
    }
    return this.#gone.signal;
  }

  useReceipt(receipt: Omit<Receipt, 'answer'>): void {
    this.#receipt = receipt;
  }

  // A function of its own, not a method: handlers take it out of the call by destructuring. Made for those that do.
  get receipt() {
    return <Result>(answer: (result: Result) => unknown = (result) => result): Receipt<Result> | undefined =>
      this.#receipt && { ...this.#receipt, answer };
  }
}
