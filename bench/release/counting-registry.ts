import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
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
    const base = new URL(upstream);
    const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
    const registry: CountingRegistry = new CountingRegistry(
      createServer((request, response) => {
        const path = `${base.pathname.replace(/\/$/, '')}${request.url}`;
        const headers = { ...request.headers, host: base.host };
        // As it comes, still compressed: what is counted is what goes over the wire.
        const asked = send({ host: base.hostname, port: base.port, path, headers }, (answer) => {
          registry.requests++;
          answer.on('data', (chunk: Buffer) => {
            registry.bytes += chunk.length;
          });
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        asked.on('error', (error) => {
          console.error(`${request.url}: ${error.message}`);
          response.writeHead(502).end();
        });
        asked.end();
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
