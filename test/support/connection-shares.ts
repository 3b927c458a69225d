import { connect, type Socket } from 'node:net';

export interface Load {
  port: number;
  connections: number;
  /** Responses in all, over all connections. */
  responses: number;
  /** The next request, head and body. */
  request: () => string;
}

/** Opens connections at once, each of which sends its next request when it has its response, and counts the responses of each. */
export async function connectionShares({ port, connections, responses, request }: Load): Promise<number[]> {
  const counts = new Array<number>(connections).fill(0);
  const sockets: Socket[] = [];
  const done = Promise.withResolvers<void>();
  let left = responses;
  for (let i = 0; i < connections; i++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(request()));
    sockets.push(socket);
    socket.on('error', done.reject);
    let unread = '';
    socket.on('data', (chunk) => {
      unread += chunk.toString('latin1');
      const length = responseLength(unread);
      if (length === undefined) return;
      if (!unread.startsWith('HTTP/1.1 200')) done.reject(new Error(unread));
      unread = unread.slice(length);
      counts[i]!++;
      if (--left === 0) done.resolve();
      else if (left > 0) socket.write(request());
    });
  }
  await done.promise;
  for (const socket of sockets) socket.destroy();
  return counts;
}

/** Undefined until all of the first response is there. */
function responseLength(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = end + 4 + Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? Number.NaN);
  return text.length >= length ? length : undefined;
}
