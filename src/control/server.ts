import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { ServiceError } from '../kernel/errors.ts';
import { isJsonObject } from '../kernel/json.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Operations } from './operations.ts';
import { controlSocketPath } from './socket-path.ts';
import { createToken, isToken, tokenHeader } from './token.ts';

const maxBodyBytes = 64 * 1024 * 1024;

export interface ControlServer {
  close(): Promise<void>;
}

/**
 * Listens for commands of this machine's own user on a socket in the data folder. Whoever can open the socket (mode 0600) and read the
 * token next to it could as well read the database, so that no key is asked for.
 */
export async function listenForCommands(
  dataDir: string,
  operations: Operations,
  logger: Logger,
): Promise<ControlServer | undefined> {
  const path = controlSocketPath(dataDir);
  if (!path) {
    logger.warn(
      'the path of the data folder is too long for a socket; commands cannot reach the running service',
    );
    return undefined;
  }
  // The folder is ours alone, so that a socket found here was left behind by a process that died.
  rmSync(join(dataDir, 'control.sock'), { force: true });
  const token = createToken(dataDir);
  const server = createServer((request, response) => {
    answer(request, response, operations, token).catch((error: unknown) => {
      logger.error({ err: error }, 'command failed');
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Between bind and chmod nobody else may connect either, hence the mask.
    const mask = process.umask(0o177);
    server.listen(path, () => resolve());
    process.umask(mask);
  });
  chmodSync(join(dataDir, 'control.sock'), 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The response is lines of JSON: any number of `{ progress }`, then one `{ result }` or `{ error }`. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  operations: Operations,
  token: string,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  const line = (value: unknown) => response.write(`${JSON.stringify(value)}\n`);
  try {
    if (!isToken(token, request.headers[tokenHeader])) throw new ServiceError('unauthenticated');
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation)
      throw new ServiceError('not_found', 'The running service does not know this command; is it older?');
    const args = parseStrictJson(await readAll(request));
    if (!isJsonObject(args)) throw new ServiceError('invalid_json');
    line({ result: (await operation(args, (progress) => line({ progress }))) ?? null });
  } catch (error) {
    const known = error instanceof ServiceError ? error : undefined;
    line({
      error: {
        code: known?.code ?? 'internal_error',
        message: (error as Error).message,
        ...(known?.details && { details: known.details }),
      },
    });
    await readToItsEnd(request);
  }
  response.end();
}

/** Who still writes to a closed socket may never see the answer. */
function readToItsEnd(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => request.once('close', resolve).resume());
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to its end though nothing of it is kept, as `readToItsEnd` says.
    if (size > maxBodyBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (size > maxBodyBytes) throw new ServiceError('payload_too_large');
  return Buffer.concat(chunks);
}
