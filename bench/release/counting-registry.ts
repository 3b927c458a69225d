import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes what npm asks for on to a registry, and counts the bytes that come back. */
export class CountingRegistry {
  bytes = 0;
  requests = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(upstream: string): Promise<CountingRegistry> {
    const base = upstream.replace(/\/$/, '');
    const registry: CountingRegistry = new CountingRegistry(
      createServer(async (request, response) => {
        try {
          const answer = await fetch(`${base}${request.url}`, {
            headers: { accept: request.headers.accept ?? '*/*' },
          });
          const body = Buffer.from(await answer.arrayBuffer());
          registry.requests++;
          registry.bytes += body.length;
          response.writeHead(answer.status, {
            'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
          });
          response.end(body);
        } catch (error) {
          console.error(`${request.url}: ${(error as Error).message}`);
          response.writeHead(502).end();
        }
      }),
    );
    registry.#server.listen(0, '127.0.0.1');
    await once(registry.#server, 'listening');
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
