import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ScanFailure } from '../../model/failure.ts';
import { isPublicAddress } from './address-guard.ts';
import { isAllowedHost, type RepositoryUrl } from './url-guard.ts';

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
): Promise<string> {
  const addresses = isIP(url.host) ? [url.host] : await resolveInTime(url.host, resolveHost);
  const [first] = addresses;
  if (first === undefined) {
    throw new ScanFailure('repo_not_found', 'The host of the repository has no address.', { network: true });
  }
  if (!isAllowedHost(url, allowHosts) && !addresses.every(isPublicAddress)) {
    throw new ScanFailure(
      'host_blocked',
      'The host of the repository leads to an address that is not public.',
    );
  }
  return first;
}

async function resolveInTime(host: string, resolveHost: ResolveHost): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('name resolution timed out')), resolveTimeoutMs);
  });
  try {
    return await Promise.race([resolveHost(host), late]);
  } catch (cause) {
    throw new ScanFailure('repo_not_found', 'The host of the repository cannot be resolved.', {
      network: true,
      cause,
    });
  } finally {
    clearTimeout(timer);
  }
}
