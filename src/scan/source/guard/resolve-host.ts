import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { ScanFailure } from '../../model/failure.ts';
import type { RepositoryUrl } from '../../model/repository-url.ts';
import { isPublicAddress } from './address-guard.ts';
import { isAllowedHost } from './url-guard.ts';

/** All addresses of a name; an argument, so that tests decide what a name means. */
export type ResolveHost = (host: string) => Promise<string[]>;

/** The system's own resolver, which knows the hosts file and private zones. */
export const resolveWithSystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);

const resolveTimeoutMs = 15_000;

/**
 * Resolves a name once and picks the address that every later connection is pinned to. One special address among several
 * refuses the name: an attacker who controls it would only have to wait for the right answer.
 */
export async function pinAddress(
  url: RepositoryUrl,
  allowHosts: readonly string[],
  resolveHost: ResolveHost,
  signal: AbortSignal,
): Promise<string> {
  const addresses = isIP(url.host) ? [url.host] : await resolveInTime(url.host, resolveHost, signal);
  const [first] = addresses;
  if (first === undefined) throw blocked(url.host, { network: true });
  if (!isAllowedHost(url, allowHosts) && !addresses.every(isPublicAddress)) throw blocked(url.host);
  return first;
}

/** For a request whose name was resolved already: the name stays in the certificate check and in `Host`, the connection goes to the address that was checked. */
export function pinnedLookup(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family));
}

/** One failure for both: a caller could otherwise ask for names until one of them turns out to be a machine of the inner network. */
function blocked(host: string, options: { network?: boolean; cause?: unknown } = {}): ScanFailure {
  return new ScanFailure(
    'host_blocked',
    `The host ${host} cannot be resolved, or its address is not public.`,
    options,
  );
}

async function resolveInTime(host: string, resolveHost: ResolveHost, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  // The system's resolver cannot be interrupted; nobody waits for it any more.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('name resolution timed out')), resolveTimeoutMs);
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([resolveHost(host), late]);
  } catch (cause) {
    signal.throwIfAborted();
    throw blocked(host, { network: true, cause });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
