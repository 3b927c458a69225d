import { once } from 'node:events';
import { createServer } from 'node:net';

/** For what has to know its port before it listens, or cannot choose one by itself. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
