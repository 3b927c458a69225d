import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { ScanFailure } from '../../model/failure.ts';
import type { RepositoryUrl } from '../../model/repository-url.ts';
import type { NetworkSettings, RepositoryCredential, ScanLimits } from '../../model/task.ts';
import { basicAuthorization, type LocatedRepository, walkRedirects } from '../guard/redirect-walk.ts';
import type { ResolveHost } from '../guard/resolve-host.ts';
import { createBareRepository } from './bare-repository.ts';
import { baselineRef, targetRef } from './fetched-refs.ts';
import { gitFailure } from './git-failure.ts';
import { collect, feed, killGroup, spawnGit } from './git-process.ts';
import { isFullCommit, isValidRef } from './ref-name.ts';

export interface FetchRequest {
  url: RepositoryUrl;
  /** Absent: the default branch. */
  ref?: string;
  baselineRef?: string;
  credential?: RepositoryCredential;
  /** Every branch and tag with all their commits, instead of one commit. */
  history: boolean;
  gitDir: string;
  limits: Pick<ScanLimits, 'packBytes' | 'cloneMs' | 'historyBlobs'>;
  network: NetworkSettings;
  resolveHost: ResolveHost;
  signal: AbortSignal;
  /** A sandbox with network around git. */
  wrap?: readonly string[];
  onBytes(bytes: number): void;
}

/** Brings a remote repository into a bare folder. Nothing is checked out, and nothing but the checked address is contacted. */
export async function fetchRemote(request: FetchRequest): Promise<void> {
  for (const ref of [request.ref, request.baselineRef]) {
    if (ref !== undefined && !isValidRef(ref)) {
      throw new ScanFailure('ref_not_found', 'The branch is not a valid branch, tag or full commit.');
    }
  }
  const { cloneMs } = request.limits;
  const deadline = AbortSignal.timeout(cloneMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  try {
    const certificates = await readCertificates(request.network);
    const located = await walkRedirects(request.url, {
      network: request.network,
      resolveHost: request.resolveHost,
      signal,
      ...(certificates && { certificates }),
      ...(request.credential && { credential: request.credential }),
    });
    const certificateFile = certificates && (await writeCertificates(request.gitDir, certificates));
    await fetchLocated(located, { ...request, signal }, certificateFile);
  } catch (error) {
    if (request.signal.aborted) throw new ScanFailure('cancelled', 'The scan was cancelled.');
    if (deadline.aborted) {
      throw new ScanFailure('clone_timeout', 'Fetching the repository took more time than the limit.', {
        network: true,
      });
    }
    throw error;
  }
}

async function fetchLocated(
  located: LocatedRepository,
  request: FetchRequest,
  certificateFile?: string,
): Promise<void> {
  const fetchFirst = (refspecs: string[]) => fetchFirstOf(refspecs, located, request, certificateFile);
  await createBareRepository(request.gitDir);
  try {
    await fetchFirst(refspecsFor(request.ref, targetRef));
  } catch (error) {
    if (!(error instanceof ScanFailure && /mismatched algorithms/.test(String(error.cause)))) throw error;
    for (const name of ['objects', 'refs', 'HEAD', 'config']) {
      await rm(join(request.gitDir, name), { recursive: true, force: true });
    }
    await createBareRepository(request.gitDir, { format: 'sha256' });
    await fetchFirst(refspecsFor(request.ref, targetRef));
  }
  if (request.baselineRef !== undefined) await fetchFirst(refspecsFor(request.baselineRef, baselineRef));
}

/** A short name means a branch first and then a tag; git alone would take the tag. */
function refspecsFor(ref: string | undefined, into: string): string[] {
  if (ref === undefined || ref === 'HEAD') return [`+HEAD:${into}`];
  if (isFullCommit(ref) || ref.startsWith('refs/')) return [`+${ref}:${into}`];
  return [`+refs/heads/${ref}:${into}`, `+refs/tags/${ref}:${into}`];
}

async function fetchFirstOf(
  refspecs: string[],
  located: LocatedRepository,
  request: FetchRequest,
  certificateFile: string | undefined,
): Promise<void> {
  for (const [index, refspec] of refspecs.entries()) {
    try {
      return await runFetch(refspec, located, request, certificateFile);
    } catch (error) {
      const tryNext =
        error instanceof ScanFailure && error.errorCode === 'ref_not_found' && index + 1 < refspecs.length;
      if (!tryNext) throw error;
    }
  }
}

async function runFetch(
  refspec: string,
  { url, address, credential }: LocatedRepository,
  request: FetchRequest,
  certificateFile: string | undefined,
): Promise<void> {
  const { limits, gitDir, signal } = request;
  const packFolder = join(gitDir, 'objects', 'pack');
  signal.throwIfAborted();
  const child = spawnGit(
    [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--no-show-forced-updates',
      // Always a depth, if only an endless one: a server without git has none, and would get past the checks of a pack.
      `--depth=${request.history ? 0x7fffffff : 1}`,
      '--',
      url.base,
      refspec,
      ...(request.history ? ['+refs/heads/*:refs/scan/heads/*', '+refs/tags/*:refs/scan/tags/*'] : []),
    ],
    {
      gitDir,
      ownGroup: true,
      ...(request.wrap && { wrap: request.wrap }),
      limits: {
        fileBytes: limits.packBytes,
        memoryBytes: gitMemoryBytes,
        cpuSeconds: Math.ceil(limits.cloneMs / 1000),
      },
      settings: {
        ...fetchSettings,
        ...(url.host !== address && {
          'http.curloptResolve': `${url.host}:${url.port}:${address.includes(':') ? `[${address}]` : address}`,
        }),
        ...(certificateFile && { 'http.sslCAInfo': certificateFile }),
      },
      environment: {
        GIT_ALLOW_PROTOCOL: 'https',
        ...(credential && credentialEnvironment(url, credential)),
      },
    },
  );
  const stop = () => killGroup(child.pid);
  signal.addEventListener('abort', stop, { once: true });
  let excess: ScanFailure | undefined;
  const refs = Math.min(maxRefs, limits.historyBlobs);
  const look = async () => {
    const bytes = (await fileSizes(packFolder)).reduce((sum, size) => sum + size, 0);
    request.onBytes(bytes);
    // The kernel limits each file; this limits their sum, and how many refs a history may bring, each a file of its own.
    if (bytes > 2 * limits.packBytes) excess ??= tooLarge();
    if (request.history && (await countFiles(join(gitDir, 'refs'), refs + 1)) > refs)
      excess ??= tooManyRefs(refs);
    if (excess) stop();
  };
  const watch = setInterval(look, 200);
  try {
    feed(child, '');
    const result = await collect(child);
    signal.throwIfAborted();
    await look();
    if (excess) throw excess;
    if (result.code === 0) return;
    // Git says nothing of a helper that the kernel stopped at its file limit, but the file is still there.
    const reached = Math.max(...(await fileSizes(packFolder))) >= limits.packBytes - 4096;
    throw reached ? tooLarge() : gitFailure(result);
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Blobs beyond a mebibyte are streamed and packs are mapped in windows of 256 MiB, so that this is enough for any pack. */
const gitMemoryBytes = 1024 ** 3;

const fetchSettings = {
  'protocol.https.allow': 'always',
  'http.followRedirects': 'false',
  'http.proxy': '',
  'http.emptyAuth': 'false',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '20',
  // Always a pack: small fetches would be exploded into loose objects, each a file of its own.
  'fetch.unpackLimit': '1',
  'fetch.writeCommitGraph': 'false',
  'transfer.bundleURI': 'false',
  'transfer.fsckObjects': 'true',
  // Old repositories carry these in commits and modes that nobody will rewrite; defects of paths stay errors.
  ...Object.fromEntries(
    [
      'badDate',
      'badDateOverflow',
      'badEmail',
      'badFilemode',
      'badTagName',
      'badTimezone',
      'missingEmail',
      'missingNameBeforeEmail',
      'missingSpaceBeforeDate',
      'missingSpaceBeforeEmail',
      'missingTaggerEntry',
      'nulInCommit',
      'zeroPaddedDate',
      'zeroPaddedFilemode',
    ].map((id) => [`fetch.fsck.${id}`, 'warn']),
  ),
};

/** By environment only: arguments are visible to every user of the machine. */
function credentialEnvironment(url: RepositoryUrl, credential: RepositoryCredential): Record<string, string> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url.origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${basicAuthorization(credential)}`,
  };
}

async function readCertificates({ caFile }: NetworkSettings): Promise<string[] | undefined> {
  if (caFile === undefined) return undefined;
  const { readFile } = await import('node:fs/promises');
  return [...rootCertificates, await readFile(caFile, 'utf8')];
}

/** Git takes one file instead of its own list, so that file has to hold both. */
async function writeCertificates(gitDir: string, certificates: string[]): Promise<string> {
  const file = join(gitDir, 'trusted.pem');
  await writeFile(file, `${certificates.join('\n')}\n`);
  return file;
}

function tooLarge(): ScanFailure {
  return new ScanFailure('repo_too_large', 'The repository is larger than the limit.');
}

/** Nobody has more; and where fewer versions of files are read, there is no use for more tips. */
const maxRefs = 50_000;

function tooManyRefs(maxRefs: number): ScanFailure {
  return new ScanFailure('too_many_files', `The repository has more than ${maxRefs} branches and tags.`);
}

/** Counts no further than `upTo`. */
async function countFiles(folder: string, upTo: number): Promise<number> {
  let count = 0;
  const pending = [folder];
  while (pending.length > 0 && count < upTo) {
    const inside = pending.pop()!;
    const found = await readdir(inside, { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      if (entry.isDirectory()) pending.push(join(inside, entry.name));
      else count++;
    }
  }
  return count;
}

async function fileSizes(folder: string): Promise<number[]> {
  try {
    const names = await readdir(folder);
    return await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  } catch {
    // Not there yet, or renamed between the two calls: the next look will tell.
    return [];
  }
}
