import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Changes or withholds (`undefined`) a message of the server: its type, one letter, and its whole bytes. */
export type MessageFilter = (type: string, bytes: Buffer) => Buffer | undefined;

export interface PostgresRelay {
  /** The database of the given URL, reached through the relay. */
  readonly url: string;
  /** Cuts every connection and refuses new ones, as a pooler does that is being restarted. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** How many connections were made through it. */
  readonly connections: number;
}

/** Stands between nodes and a Postgres as a pooler does. It passes everything on, except what the filter changes. */
export async function startRelay(direct: string, filter?: MessageFilter): Promise<PostgresRelay> {
  const target = new URL(direct);
  const folder = target.searchParams.get('host');
  const place = folder
    ? { path: `${folder}/.s.PGSQL.5432` }
    : { host: target.hostname, port: Number(target.port || 5432) };
  const open = new Set<Socket>();
  let connections = 0;
  let port = 0;
  let server: Server;
  const start = async () => {
    server = createServer((inside) => {
      connections++;
      const outside = connect(place);
      for (const socket of [inside, outside]) {
        open.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => {
          open.delete(socket);
          inside.destroy();
          outside.destroy();
        });
      }
      inside.pipe(outside);
      if (!filter) outside.pipe(inside);
      else outside.on('data', filteredInto(inside, filter));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as { port: number });
  };
  await start();
  return {
    get url() {
      const relayed = new URL(direct);
      relayed.searchParams.delete('host');
      relayed.hostname = '127.0.0.1';
      relayed.port = String(port);
      return relayed.href;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    start,
    get connections() {
      return connections;
    },
  };
}

/** Messages are cut anywhere on their way; a filter gets whole ones. */
function filteredInto(target: Socket, filter: MessageFilter): (chunk: Buffer) => void {
  let held = Buffer.alloc(0);
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      if (held.length < 5) return;
      const length = 1 + held.readUInt32BE(1);
      if (held.length < length) return;
      const passed = filter(String.fromCharCode(held[0]!), held.subarray(0, length));
      if (passed) target.write(passed);
      held = held.subarray(length);
    }
  };
}
