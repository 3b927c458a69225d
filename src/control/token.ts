import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The header that carries the token of the control socket. */
export const tokenHeader = 'x-lorekeep-control';

/**
 * A token for the control socket, new at every start. Whoever may read the data folder may give commands; a scan process whose readers were
 * led astray may not, although it runs under the same user and could open the socket by its name.
 */
export function createToken(dataDir: string): string {
  const token = randomBytes(32).toString('base64url');
  // Removed first: a file of an earlier start may have another mode.
  rmSync(tokenFile(dataDir), { force: true });
  writeFileSync(tokenFile(dataDir), token, { mode: 0o600, flag: 'wx' });
  return token;
}

/** The token of the running service; empty for a service of an earlier version, which asks for none. */
export function readToken(dataDir: string): string {
  try {
    return readFileSync(tokenFile(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

export function isToken(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function tokenFile(dataDir: string): string {
  return join(dataDir, 'control.token');
}
