import { request } from 'node:https';
import { ServiceError } from '../../../kernel/errors.ts';
import { ScanFailure } from '../../model/failure.ts';
import type { RepositoryUrl } from '../../model/repository-url.ts';
import type { NetworkSettings, RepositoryCredential } from '../../model/task.ts';
import { pinAddress, pinnedLookup, type ResolveHost } from './resolve-host.ts';
import { checkRepositoryUrl } from './url-guard.ts';

/** Where the repository really is: the address is pinned, and the credential is gone if another host was reached. */
export interface LocatedRepository {
  url: RepositoryUrl;
  address: string;
  credential?: RepositoryCredential;
}

export interface WalkOptions {
  network: NetworkSettings;
  resolveHost: ResolveHost;
  /** Root certificates as PEM; absent: Node's own. */
  certificates?: string[];
  credential?: RepositoryCredential;
  signal: AbortSignal;
}

const maxRedirects = 3;
const headerTimeoutMs = 20_000;
const discovery = '/info/refs?service=git-upload-pack';

/**
 * Asks for the ref advertisement as git would and follows redirects itself: git would follow one to a private address
 * without asking. Every hop is checked and pinned like the first; git then talks to the last one and follows nothing.
 */
export async function walkRedirects(start: RepositoryUrl, options: WalkOptions): Promise<LocatedRepository> {
  const { network, resolveHost, signal } = options;
  let url = start;
  let address = await pinAddress(url, network.allowHosts, resolveHost, signal);
  let credential = options.credential;

  for (let hop = 0; ; hop++) {
    const answer = await askForRefs(url, address, credential, options);
    if (answer.location === undefined) {
      checkAnswer(answer, credential !== undefined);
      return { url, address, ...(credential && { credential }) };
    }
    if (hop === maxRedirects)
      throw new ScanFailure('redirect_blocked', 'The repository redirects too often.');
    const next = checkRedirect(url, answer.location, network.allowHosts);
    if (next.host !== url.host || next.port !== url.port) credential = undefined;
    url = next;
    address = await pinRedirect(url, options);
  }
}

interface Answer {
  status: number;
  contentType: string;
  location?: string;
}

function askForRefs(
  url: RepositoryUrl,
  address: string,
  credential: RepositoryCredential | undefined,
  { certificates, signal }: WalkOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url.base}${discovery}`,
      {
        agent: false,
        signal,
        timeout: headerTimeoutMs,
        lookup: pinnedLookup(address),
        ...(certificates && { ca: certificates }),
        headers: {
          'user-agent': 'git/lorekeep',
          'git-protocol': 'version=2',
          ...(credential && { authorization: basicAuthorization(credential) }),
        },
      },
      (response) => {
        const status = response.statusCode!;
        const location = status >= 300 && status < 400 ? response.headers.location : undefined;
        resolve({
          status,
          contentType: response.headers['content-type'] ?? '',
          ...(location !== undefined && { location }),
        });
        // The body is for git to read, in a process with limits.
        response.destroy();
      },
    );
    // `timeout` counts only silence; a header that drips in is as late as one that never comes.
    const deadline = setTimeout(() => outgoing.destroy(new Error('timed out')), headerTimeoutMs);
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')));
    outgoing.on('close', () => clearTimeout(deadline));
    outgoing.on('error', (cause) => reject(unreachable(cause)));
    outgoing.end();
  });
}

export function basicAuthorization({ username, password }: RepositoryCredential): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function checkAnswer({ status, contentType }: Answer, authorised: boolean): void {
  if (status === 401 || status === 403) {
    throw new ScanFailure(
      'auth_failed',
      authorised
        ? 'The host did not accept the credential for this repository.'
        : 'The repository does not exist or needs a credential.',
    );
  }
  if (status === 404 || status === 410)
    throw new ScanFailure('repo_not_found', 'There is no such repository.');
  if (status >= 500 || status === 429) {
    throw new ScanFailure('repo_not_found', `The host of the repository answered with status ${status}.`, {
      network: true,
    });
  }
  if (status !== 200 || !/^application\/x-git-upload-pack-advertisement\b/.test(contentType)) {
    throw new ScanFailure('repo_not_found', 'There is no git repository at this address.');
  }
}

function checkRedirect(from: RepositoryUrl, location: string, allowHosts: readonly string[]): RepositoryUrl {
  const target = URL.parse(location, `${from.base}${discovery}`)?.href;
  if (!target?.endsWith(discovery)) {
    throw new ScanFailure(
      'redirect_blocked',
      'The repository redirects to something that is not a repository.',
    );
  }
  try {
    return checkRepositoryUrl(target.slice(0, -discovery.length), allowHosts);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    throw new ScanFailure('redirect_blocked', 'The repository redirects to an address that is not allowed.', {
      cause,
    });
  }
}

async function pinRedirect(url: RepositoryUrl, { network, resolveHost, signal }: WalkOptions) {
  try {
    return await pinAddress(url, network.allowHosts, resolveHost, signal);
  } catch (cause) {
    if (cause instanceof ScanFailure && cause.errorCode === 'host_blocked') {
      throw new ScanFailure(
        'redirect_blocked',
        'The repository redirects to a host that cannot be resolved, or whose address is not public.',
        { cause },
      );
    }
    throw cause;
  }
}

function unreachable(cause: Error): Error {
  if (cause.name === 'AbortError') return cause;
  const message = /timed out/.test(cause.message)
    ? 'The host of the repository did not answer in time.'
    : /certificate|self.signed|issuer|TLS|SSL/i.test(
          `${cause.message} ${(cause as NodeJS.ErrnoException).code}`,
        )
      ? 'The certificate of the repository’s host cannot be verified.'
      : 'The host of the repository cannot be reached.';
  const code = /timed out/.test(cause.message) ? 'clone_timeout' : 'repo_not_found';
  return new ScanFailure(code, message, { network: true, cause });
}
