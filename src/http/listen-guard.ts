import { isIP } from 'node:net';

/** True for addresses that only this machine can reach. A name other than `localhost` is taken as reachable by others. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
