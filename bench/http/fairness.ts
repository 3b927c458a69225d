import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connectionShares } from '../../test/support/connection-shares.ts';

/**
 * How evenly new connections are served: 64 of them are opened at once, each sends its next request when it has its response, until there were 16 responses per connection
 * on average. Least and most per connection, next to a bare node:http that works as long on each request, in the same run.
 */
const connections = 64;
const perConnection = 16;
const rounds = 3;

interface Server {
  child: ChildProcess;
  port: number;
  authorization: string;
}

interface Share {
  least: number;
  most: number;
}

const lorekeep = await startServer('lorekeep');
const node = await startServer('node');
await call(lorekeep, '/v1/memory/entries', {
  namespace: 'n',
  entries: Array.from({ length: 256 }, (_, i) => ({ content: `Entry ${i} about the subject ${i * 7}.` })),
});
const echo = () => ({ text: 'hello', limit: 5 });
const search = () => ({ namespace: 'n', query: `subject ${Math.random()}` });
// The first search loads the index.
await call(lorekeep, '/v1/memory/search', search());
await drive(lorekeep, '/v1/echo', echo);
await drive(node, '/', echo);

const result = {
  connections,
  perConnection,
  echo: await compare('/v1/echo', echo),
  search: await compare('/v1/memory/search', search),
};
lorekeep.child.disconnect();
node.child.disconnect();
console.log(JSON.stringify(result, null, 2));
const results = new URL('../results/', import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(new URL('http-fairness.json', results), `${JSON.stringify(result, null, 2)}\n`);

async function compare(path: string, body: () => object) {
  const shares = { lorekeep: [] as Share[], node: [] as Share[] };
  let workUs = 0;
  for (let round = 0; round < rounds; round++) {
    const before = await cpuSeconds(lorekeep);
    shares.lorekeep.push(await drive(lorekeep, path, body));
    workUs = Math.round((((await cpuSeconds(lorekeep)) - before) * 1e6) / (connections * perConnection));
    shares.node.push(await drive(node, '/', body, workUs));
  }
  return { workUs, lorekeep: summary(shares.lorekeep), bareNode: summary(shares.node) };
}

/** Of several rounds the worst. */
function summary(shares: readonly Share[]): Share {
  return {
    least: Math.min(...shares.map(({ least }) => least)),
    most: Math.max(...shares.map(({ most }) => most)),
  };
}

async function startServer(kind: 'lorekeep' | 'node'): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./servers.ts', import.meta.url)), [kind]);
  const [told] = (await once(child, 'message')) as [{ port: number; authorization: string }];
  return { child, ...told };
}

async function cpuSeconds({ child }: Server): Promise<number> {
  child.send('cpu');
  const [told] = (await once(child, 'message')) as [{ cpuSeconds: number }];
  return told.cpuSeconds;
}

async function call({ port, authorization }: Server, path: string, body: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function drive(server: Server, path: string, body: () => object, workUs = 0): Promise<Share> {
  const counts = await connectionShares({
    port: server.port,
    connections,
    responses: connections * perConnection,
    request: () => {
      const payload = JSON.stringify(body());
      return (
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${server.authorization || 'none'}\r\nX-Work-Us: ${workUs}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`
      );
    },
  });
  return { least: Math.min(...counts), most: Math.max(...counts) };
}
