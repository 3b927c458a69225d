import { setTimeout as sleep } from 'node:timers/promises';
import { ScanFailure } from '../scan/scan-failure.ts';
import type { CompletedScan, FailedScan, ScanOutcome, ScanTask } from '../scan/scan-outcome.ts';
import { type Invocation, UsageError } from './command.ts';
import { createProgressBar } from './progress-bar.ts';

/** A small scan is over within a second; a long one is not asked about all the time. */
const firstPollMs = 200;
const maxPollMs = 2_000;

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
  const call = async (method: string, path: string, body?: unknown) => dataOf(await send(method, path, body));
  try {
    const { scanId } = await call('POST', '/v1/security/scan', requestOf(task));
    for (let pollMs = firstPollMs; ; pollMs = Math.min(maxPollMs, pollMs * 1.5)) {
      const path = `/v1/security/scan/${encodeURIComponent(String(scanId))}`;
      const scan = await call('GET', path);
      if (scan['status'] === 'completed') {
        const completed = { rules: [], ...scan } as unknown as CompletedScan;
        if (format === 'text' || format === 'json') return completed;
        // The service knows what no answer holds: the rules behind the findings and every dependency.
        const report = await send('GET', `${path}?format=${format}`);
        if (!report.ok) await dataOf(report);
        return { ...completed, rendered: await report.text() };
      }
      if (scan['status'] === 'failed') return failed(scan);
      bar.update(Number((scan['progress'] as { percent?: number } | undefined)?.percent ?? 0), 100);
      await sleep(pollMs);
    }
  } catch (error) {
    if (error instanceof ScanFailure) return error.toOutcome();
    throw error;
  } finally {
    bar.end();
  }
}

function requestOf(task: ScanTask): Record<string, unknown> {
  const { source, engines, history, baseline, paths, policy, trustRepositoryConfig } = task;
  if (source.kind !== 'remote')
    throw new UsageError('--server scans repositories by URL, not local folders.');
  if (baseline && 'fingerprints' in baseline) {
    throw new UsageError('--server compares with --baseline-ref, not with a file.');
  }
  return {
    repoUrl: source.url,
    trustRepositoryConfig,
    ...(source.ref !== undefined && { branch: source.ref }),
    ...(engines && { engines }),
    ...(history && { history }),
    ...(baseline && { baseline }),
    ...(paths && Object.keys(paths).length > 0 && { paths }),
    ...(policy && { policy }),
  };
}

function failed(scan: Record<string, unknown>): FailedScan {
  return {
    status: 'failed',
    errorCode: (scan['errorCode'] ?? 'engine_failed') as FailedScan['errorCode'],
    error: String(scan['error'] ?? 'The scan failed.'),
  };
}

type Send = (method: string, path: string, body?: unknown) => Promise<Response>;

function sender(server: string, key: string): Send {
  return (method, path, body) =>
    fetch(`${server}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new ScanFailure('worker_lost', 'The service cannot be reached.', { network: true, cause });
    });
}

async function dataOf(response: Response): Promise<Record<string, unknown>> {
  const answer = (await response.json().catch(() => ({}))) as {
    success?: boolean;
    data?: Record<string, unknown>;
  };
  if (answer.success === true && answer.data) return answer.data;
  const message = String(answer.data?.['message'] ?? `The service answered with status ${response.status}.`);
  if (response.status === 400) throw new UsageError(message);
  if (response.status === 401)
    throw new ScanFailure('auth_failed', `${message} It was sent the key in LOREKEEP_API_KEY.`);
  if (response.status === 403) throw new ScanFailure('auth_failed', message);
  throw new ScanFailure('worker_lost', message, { network: response.status >= 500 });
}
