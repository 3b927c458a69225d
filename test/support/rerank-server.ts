import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server as Text Embeddings Inference is one, that finds a passage the more probable the longer it is, and keeps what it was asked. */
export async function startRerankServer(status = 200) {
  const asked: Array<{ query: string; texts: string[] }> = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as { query: string; texts: string[] };
    asked.push(body);
    const scores = body.texts.map((text, index) => ({ index, score: Math.min(1, text.length / 100) }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(scores));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
