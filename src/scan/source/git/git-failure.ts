import { fullDiskMessage, isKill, killedFromOutside, ScanFailure } from '../../model/failure.ts';
import type { ScanErrorCode } from '../../model/outcome.ts';
import { collectText, type GitProcess, type GitResult } from './git-process.ts';

interface Symptom {
  pattern: RegExp;
  code: ScanErrorCode;
  message: string;
  network?: boolean;
}

// The first that matches counts. Git's words are stable under LC_ALL=C, but what they quote comes from the server:
// they choose a sentence of ours and are never shown.
const symptoms: Symptom[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/,
    code: 'engine_failed',
    message: fullDiskMessage,
  },
  {
    pattern: /File too large|died of signal 25|exceeds maximum allowed size/,
    code: 'repo_too_large',
    message: 'The repository is larger than the limit.',
  },
  {
    pattern: /[Oo]ut of memory|[Cc]annot allocate memory|malloc|mmap failed|unable to create thread/,
    code: 'out_of_memory',
    message: 'Unpacking the repository took more memory than the limit.',
  },
  {
    pattern: /died of signal 24\b/,
    code: 'clone_timeout',
    message: 'Fetching the repository took more time than the limit.',
  },
  {
    pattern: /couldn't find remote ref|not our ref|unadvertised object|no such remote ref/i,
    code: 'ref_not_found',
    message: 'The repository has no such branch, tag or commit.',
  },
  {
    pattern: /redirect|url base|error: 30\d/i,
    code: 'redirect_blocked',
    message: 'The repository redirects to another address while it is fetched.',
  },
  {
    pattern:
      /Authentication failed|could not read (?:Username|Password)|error: 40[13]|terminal prompts disabled/,
    code: 'auth_failed',
    message: 'The repository does not exist or needs another credential.',
  },
  {
    pattern: /too slow|timed out|timeout/i,
    code: 'clone_timeout',
    message: 'The host of the repository sends too slowly.',
    network: true,
  },
  {
    pattern: /returned error: (?:429|5\d\d)|HTTP (?:429|5\d\d)/,
    code: 'repo_not_found',
    message: 'The host of the repository answered with an error of its own.',
    network: true,
  },
  {
    pattern: /repository '[^']*' not found|error: 404/,
    code: 'repo_not_found',
    message: 'There is no such repository.',
  },
  {
    pattern:
      /Could not resolve|Failed to connect|Connection (?:refused|reset)|Couldn't connect|SSL|certificate/i,
    code: 'repo_not_found',
    message: 'The host of the repository cannot be reached.',
    network: true,
  },
  {
    pattern: /early EOF|hung up|transfer closed|unexpected disconnect|RPC failed|curl \d+/,
    code: 'corrupt_repository',
    message: 'The host of the repository closed the connection before everything was sent.',
    network: true,
  },
];

type GitEnd = Pick<GitResult, 'signal' | 'stderr'> & { code?: number | null };

/** The shell that sets the limits found no git to run. */
export function isMissingGit({ code }: { code?: number | null }): boolean {
  return code === 127;
}

/** Turns the end of a git process into the failure of the scan. */
export function gitFailure(end: GitEnd): ScanFailure {
  const { signal, stderr } = end;
  const cause = new Error(`git: ${stderr.slice(0, 2000)}`);
  if (isMissingGit(end))
    return new ScanFailure('engine_failed', 'There is no git on this machine.', { cause });
  // Its limits of time and size have signals of their own, and whoever of us kills it does not come here.
  if (isKill(signal) || /died of signal (?:9|15)\b/.test(ownWords(stderr))) return killedFromOutside(cause);
  const words =
    signal === 'SIGXFSZ'
      ? 'died of signal 25'
      : signal === 'SIGXCPU'
        ? 'died of signal 24'
        : ownWords(stderr);
  const symptom = symptoms.find(({ pattern }) => pattern.test(words));
  if (!symptom) return new ScanFailure('corrupt_repository', 'The repository is damaged.', { cause });
  return new ScanFailure(symptom.code, symptom.message, { network: symptom.network ?? false, cause });
}

/** Without what the server said and without the address: a repository called "timeout" is not late. */
function ownWords(stderr: string): string {
  return stderr.replace(/^remote: .*$/gm, '').replace(/'https:\/\/[^'\n]*'/g, "''");
}

/** Waits for the end of a process whose output was read; a part must never pass for the whole. */
export function watchEnd(child: GitProcess): () => Promise<void> {
  const stderr = collectText(child.stderr, 16_384);
  const end = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve([code, signal]));
  });
  // Without a listener an early failure would end the process; it is awaited only after the stream has ended.
  end.catch(() => {});
  return async () => {
    const [code, signal] = await end;
    if (code !== 0) throw gitFailure({ code, signal, stderr: stderr() });
  };
}
