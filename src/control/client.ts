import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, type ErrorDetail, ServiceError } from '../kernel/errors.ts';
import { parseJsonExactly } from '../kernel/json/exact-parse.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Report } from './operations.ts';
import { controlSocketPath } from './socket-path.ts';
import { readToken, tokenHeader } from './token.ts';

/** No service has this data folder open. */
export class ServiceNotRunning extends Error {}

interface Line {
  progress?: JsonObject;
  result?: unknown;
  error?: { code: ErrorCode; message: string; details?: ErrorDetail[] };
}

/** Whether a service has this data folder open and answers commands. */
export function isServiceRunning(dataDir: string): Promise<boolean> {
  const path = existsSync(join(dataDir, 'control.sock')) ? controlSocketPath(dataDir) : undefined;
  if (!path) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const startMs = 10_000;
const askAgainMs = 100;

/** Asks a service that has taken its data folder and does not listen for commands yet; throws `otherwise` where none does in time. */
export async function callStartingService(
  dataDir: string,
  name: string,
  args: JsonObject,
  report: Report,
  otherwise: unknown,
): Promise<unknown> {
  for (let waited = 0; waited < startMs; waited += askAgainMs) {
    await sleep(askAgainMs);
    try {
      return await callService(dataDir, name, args, report);
    } catch (error) {
      if (!(error instanceof ServiceNotRunning)) throw error;
    }
  }
  throw otherwise;
}

/** Asks the running service to carry out an operation. */
export function callService(
  dataDir: string,
  name: string,
  args: JsonObject,
  report: Report,
): Promise<unknown> {
  const socketPath = existsSync(join(dataDir, 'control.sock')) ? controlSocketPath(dataDir) : undefined;
  if (!socketPath) return Promise.reject(new ServiceNotRunning());
  return new Promise((resolve, reject) => {
    const call = request(
      {
        socketPath,
        // A connection that is kept for the next call may be closed by the service just as that call begins.
        agent: false,
        method: 'POST',
        path: `/${encodeURIComponent(name)}`,
        headers: { 'Content-Type': 'application/json', [tokenHeader]: readToken(dataDir) },
      },
      async (response) => {
        try {
          for await (const text of createInterface({ input: response })) {
            const line = parseJsonExactly(text) as Line;
            if (line.progress) report(line.progress);
            else if (line.error) {
              const { code, message, details } = line.error;
              reject(new ServiceError(code, message, details ? { details } : {}));
            } else resolve(line.result);
          }
          reject(new Error('The service went away before it had finished.'));
        } catch (error) {
          reject(error);
        }
      },
    );
    // A socket that nobody listens on was left behind by a process that died.
    call.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? new ServiceNotRunning() : error),
    );
    call.end(JSON.stringify(args));
  });
}
