import type { RequestListener, Server } from 'node:http';

/** Requests that are begun in a turn of the event loop that also accepted a connection. */
const perTurn = 1;

/**
 * Lets new connections in before those that are in already get their next turn. libuv accepts one connection in each turn of the event loop, and in the same turn
 * serves every request that has arrived: of 64 connections that were opened at once, the last ones waited until the first ones had been served 40 times. So while connections arrive,
 * requests wait in line, and one is begun in each turn; once nobody new comes, all are begun as they arrive.
 */
export class FairTurns {
  readonly #line: Array<() => void> = [];
  readonly #later: (run: () => void) => void;
  #isArriving = false;
  #isOpening = false;

  constructor(later: (run: () => void) => void = setImmediate) {
    this.#later = later;
  }

  /** Every request of this server waits for its turn from now on. */
  watch(server: Server): void {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('connection', () => this.arrive());
    server.on('request', (request, response) =>
      this.take(() => {
        for (const listen of listeners) listen.call(server, request, response);
      }),
    );
  }

  /** Somebody new has come. */
  arrive(): void {
    this.#isArriving = true;
    this.#open();
  }

  /** Begins a request now, or when its turn has come. */
  take(begin: () => void): void {
    if (this.#isOpening) this.#line.push(begin);
    else begin();
  }

  #open(): void {
    if (this.#isOpening) return;
    this.#isOpening = true;
    this.#later(() => this.#turn());
  }

  #turn(): void {
    const isArriving = this.#isArriving;
    this.#isArriving = false;
    this.#isOpening = false;
    let left = isArriving ? perTurn : this.#line.length;
    try {
      for (; left > 0 && this.#line.length > 0; left--) this.#line.shift()!();
    } finally {
      if (isArriving || this.#line.length > 0) this.#open();
    }
  }
}
