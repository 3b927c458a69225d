import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface GitHost {
  port: number;
  /** Paths and Authorization headers of every request, in order. */
  requests: Array<{ host: string; url: string; authorization: string | undefined }>;
  /** Answers instead of git for every URL that begins with this path. */
  answer(prefix: string, handler: Handler): void;
  close(): Promise<void>;
}

/** Reads a request to its end, for a server that answers by what it is asked. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A real `git http-backend` behind https, with room for servers that misbehave. */
export async function startGitHost(
  projectRoot: string,
  tls: { key: string; cert: string },
): Promise<GitHost> {
  const handlers = new Map<string, Handler>();
  const requests: GitHost['requests'] = [];
  const server: Server = createServer(tls, (request, response) => {
    const url = request.url ?? '';
    requests.push({ host: request.headers.host ?? '', url, authorization: request.headers.authorization });
    const prefix = [...handlers.keys()].find((path) => url.startsWith(path));
    if (prefix) handlers.get(prefix)!(request, response);
    else serveGit(projectRoot, request, response);
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    answer: (prefix, handler) => handlers.set(prefix, handler),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Taken before any test lays its traps: the host's own git is not what they are for.
const searchPath = process.env['PATH'];

/** Runs git's own CGI program for one request. `change` may spoil what it answers. */
export function serveGit(
  projectRoot: string,
  request: IncomingMessage,
  response: ServerResponse,
  change: (chunk: Buffer, sent: number) => Buffer | undefined = (chunk) => chunk,
  body?: Buffer,
): void {
  const url = new URL(request.url ?? '', 'https://host');
  const cgi = spawn('git', ['http-backend'], {
    env: {
      PATH: searchPath,
      GIT_PROJECT_ROOT: projectRoot,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  cgi.stdin.on('error', () => {});
  if (body) cgi.stdin.end(body);
  else request.pipe(cgi.stdin);
  let head: Buffer | undefined = Buffer.alloc(0);
  let sent = 0;
  const write = (chunk: Buffer) => {
    const changed = change(chunk, sent);
    sent += chunk.length;
    if (changed === undefined) {
      response.destroy();
      cgi.kill();
    } else response.write(changed);
  };
  cgi.stdout.on('data', (chunk: Buffer) => {
    if (!head) return write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    const lines = head.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
    response.writeHead(Number.parseInt(headers['Status'] ?? '200', 10), headers);
    const rest = head.subarray(end + 4);
    head = undefined;
    if (rest.length > 0) write(rest);
  });
  cgi.on('close', () => response.end());
}
