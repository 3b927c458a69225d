import { setTimeout as sleep } from 'node:timers/promises';
import { ScanFailure } from '../../scan/model/failure.ts';
import type {
  CompletedScan,
  FailedScan,
  ScanErrorCode,
  ScanOutcome,
  ScanProgress,
} from '../../scan/model/outcome.ts';
import type { ScanTask } from '../../scan/model/task.ts';
import { type Invocation, UsageError } from '../command.ts';
import { redirectOf } from '../http-api.ts';
import { interruptible } from '../interruptible.ts';
import { createProgressBar, type ProgressBar } from '../output/progress-bar.ts';
import { plain } from '../terminal.ts';
import { ownFormats } from './scan-options.ts';
import { showProgress } from './scan-progress.ts';

/** A small scan is over within a second; a long one is not asked about all the time. */
const firstPollMs = 200;
const maxPollMs = 2_000;
/** A service that restarts, or a proxy that hiccups, is asked again; the scan continues meanwhile. */
const maxFailedPolls = 10;

/** What a service answered, and the report that it made of it where one was asked for. */
export type ServerOutcome = ScanOutcome & { rendered?: string };

/** Lets a running service do the scan and waits for it, so that a small CI machine need not. */
export async function scanOnServer(
  task: ScanTask,
  server: string,
  format: string,
  invocation: Invocation,
): Promise<ServerOutcome> {
  const key = invocation.environment['LOREKEEP_API_KEY'];
  if (!key) throw new UsageError('--server needs an API key in LOREKEEP_API_KEY.');
  const bar = createProgressBar(invocation.terminal, 'Scanning');
  const send = sender(server.replace(/\/+$/, ''), key);
  try {
    return await interruptible(async (signal) => {
      const { scanId } = await dataOf(await send('POST', '/v1/security/scan', requestOf(task)));
      const path = `/v1/security/scan/${encodeURIComponent(String(scanId))}`;
      try {
        return await follow(path, format, send, bar, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        // Nobody waits for it any more: it must not keep a worker of the service busy.
        await send('POST', `${path}/cancel`).catch(() => {});
        throw new ScanFailure('cancelled', 'The scan was cancelled.');
      }
    });
  } catch (error) {
    if (error instanceof ScanFailure) return error.toOutcome();
    throw error;
  } finally {
    bar.end();
  }
}

/** Asks until the scan has ended; the report, where one is wanted, is the service's own. */
async function follow(
  path: string,
  format: string,
  send: Send,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<ServerOutcome> {
  let failed = 0;
  // What was decided about findings that look like these; a service of an older version does not know the question.
  let query = '?similar=true';
  for (let pollMs = firstPollMs; ; pollMs = Math.min(maxPollMs, pollMs * 1.5)) {
    const answer = await poll(path, query, format, send).catch((error: unknown) => {
      if (error instanceof UsageError && query !== '') {
        query = '';
        return undefined;
      }
      const passing = error instanceof ScanFailure && error.network && ++failed < maxFailedPolls;
      if (!passing) throw error;
      return undefined;
    });
    if (answer) failed = 0;
    if (answer && 'outcome' in answer) return answer.outcome;
    if (answer?.progress) showProgress(bar, answer.progress);
    else if (answer) bar.update(0, 100, 'waiting for a free worker');
    await sleep(pollMs, undefined, { signal });
  }
}

async function poll(
  path: string,
  query: string,
  format: string,
  send: Send,
): Promise<{ outcome: ServerOutcome } | { progress?: ScanProgress }> {
  const scan = await dataOf(await send('GET', `${path}${query}`));
  if (scan['status'] === 'failed') return { outcome: failedScan(scan) };
  if (scan['status'] !== 'completed')
    return scan['progress'] ? { progress: scan['progress'] as ScanProgress } : {};
  const completed = { rules: [], ...scan } as unknown as CompletedScan;
  if (ownFormats.includes(format)) return { outcome: completed };
  // The service knows what no answer holds: the rules behind the findings and every dependency.
  const report = await send('GET', `${path}?format=${format}`);
  if (!report.ok) await dataOf(report);
  return { outcome: { ...completed, rendered: await report.text().catch(unreachable) } };
}

function requestOf(task: ScanTask): Record<string, unknown> {
  const { source, engines, history, baseline, paths, policy, trustRepositoryConfig } = task;
  if (source.kind !== 'remote')
    throw new UsageError('--server scans repositories by URL, not local folders.');
  if (baseline && 'known' in baseline) {
    throw new UsageError('--server compares with --baseline-ref, not with a file.');
  }
  return {
    repoUrl: source.url.base,
    trustRepositoryConfig,
    ...(source.ref !== undefined && { branch: source.ref }),
    ...(engines && { engines }),
    ...(history && { history }),
    ...(baseline && { baseline }),
    ...(paths && Object.keys(paths).length > 0 && { paths }),
    ...(policy && { policy }),
  };
}

/** A service keeps of a failure only its code, and these are about the way to the host. */
const networkCodes: ReadonlySet<string> = new Set<ScanErrorCode>(['host_blocked', 'clone_timeout']);

function failedScan(scan: Record<string, unknown>): FailedScan {
  const errorCode = (scan['errorCode'] ?? 'engine_failed') as ScanErrorCode;
  return {
    status: 'failed',
    errorCode,
    error: plain(String(scan['error'] ?? 'The scan failed.')),
    ...(networkCodes.has(errorCode) && { network: true as const }),
  };
}

type Send = (method: string, path: string, body?: unknown) => Promise<Response>;

function sender(server: string, key: string): Send {
  return (method, path, body) =>
    fetch(`${server}${path}`, {
      method,
      // Followed, a call would become another one, and the key would go to whoever is there.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(unreachable);
}

function unreachable(cause: unknown): never {
  throw new ScanFailure('worker_lost', 'The service cannot be reached.', { network: true, cause });
}

async function dataOf(response: Response): Promise<Record<string, unknown>> {
  const place = redirectOf(response);
  if (place !== undefined) throw new UsageError(`The service redirects${place}: name that with --server.`);
  const answer = (await response.json().catch((error: unknown) => {
    // What is no JSON was sent by something else; an answer that breaks off says nothing.
    return error instanceof SyntaxError ? {} : unreachable(error);
  })) as {
    success?: boolean;
    data?: Record<string, unknown>;
  };
  if (answer.success === true && answer.data) return answer.data;
  const message = plain(
    String(answer.data?.['message'] ?? `The service answered with status ${response.status}.`),
  );
  if (response.status === 400) throw new UsageError(message);
  if (response.status === 401)
    throw new ScanFailure('auth_failed', `${message} It was sent the key in LOREKEEP_API_KEY.`);
  if (response.status === 403) throw new ScanFailure('auth_failed', message);
  throw new ScanFailure('worker_lost', message, {
    network: response.status >= 500 || response.status === 429,
  });
}
