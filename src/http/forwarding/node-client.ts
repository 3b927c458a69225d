import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';

export interface NodeRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  signal: AbortSignal;
  /** Whether the node was heard of lately: one that stands still accepts connections and answers nothing. */
  isLive: () => boolean;
  /** Whether it can be reached still, asked now and then: a lost connection may say nothing for minutes. */
  isReached?: (() => Promise<boolean>) | undefined;
}

export interface NodeResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const connectMs = 250;
const lookMs = 500;
/** So many looks are one that asks the node itself. */
const looksPerCall = 4;
const connections = { keepAlive: true, maxSockets: 256, maxFreeSockets: 16, timeout: 60_000 };

/** Sends requests to other nodes over connections that stay open. Fails soon: whoever asks can answer by itself. */
export class NodeClient {
  readonly #plain = new Agent(connections);
  readonly #tls = new TlsAgent(connections);

  async send(request: NodeRequest): Promise<NodeResponse> {
    const dead = new AbortController();
    let looks = 0;
    const looking = setInterval(() => {
      if (!request.isLive()) dead.abort(new Error('The node is not heard of any more.'));
      else if (request.isReached && ++looks % looksPerCall === 0)
        void request.isReached().then((is) => {
          if (!is) dead.abort(new Error('The node cannot be reached any more.'));
        });
    }, lookMs);
    try {
      const response = await this.#begin(request, AbortSignal.any([request.signal, dead.signal]));
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) };
    } finally {
      clearInterval(looking);
    }
  }

  #begin({ method, url, headers, body }: NodeRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const isTls = url.protocol === 'https:';
    const agent = isTls ? this.#tls : this.#plain;
    return new Promise((resolve, reject) => {
      const sent = (isTls ? requestHttps : requestHttp)(url, { method, headers, agent, signal }, resolve);
      sent.once('error', reject);
      sent.once('socket', (socket) => {
        if (!socket.connecting) return;
        const late = setTimeout(() => sent.destroy(new Error('The node cannot be reached.')), connectMs);
        socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(late));
        sent.once('close', () => clearTimeout(late));
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#plain.destroy();
    this.#tls.destroy();
  }
}
