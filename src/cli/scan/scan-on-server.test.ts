import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ScanTask } from '../../scan/model/task.ts';
import { checkRepositoryUrl } from '../../scan/source/guard/url-guard.ts';
import { type Invocation, UsageError } from '../command.ts';
import { scanOnServer } from './scan-on-server.ts';

const task = {
  source: { kind: 'remote', url: checkRepositoryUrl('https://example.com/a/b', 'any') },
  trustRepositoryConfig: true,
} as unknown as ScanTask;
const data = (value: unknown) => [200, JSON.stringify({ success: true, data: value })] as const;
const failed = (status: number, message?: string) =>
  [status, JSON.stringify({ success: false, data: message === undefined ? {} : { message } })] as const;
const completed = data({ status: 'completed', findings: [] });

/** `cut`: the connection breaks off in the middle of the body. */
type Answer = readonly [status: number, body: string, cut?: 'cut'];

/** A service that gives these answers one after the other, the last of them again and again. */
async function scan(answers: readonly Answer[], change: Partial<ScanTask> = {}, format = 'json', key = 'k') {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url}`);
    expect(request.headers.authorization).toBe('Bearer k');
    const text = (await request.toArray()).join('');
    if (text !== '') bodies.push([request.headers['content-type'], JSON.parse(text)]);
    const [status, body, cut] = answers[Math.min(asked.length, answers.length) - 1]!;
    response.writeHead(status, { 'content-length': body.length + (cut ? 1 : 0) });
    if (cut) response.write(body, () => response.destroy());
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const invocation = {
    environment: { LOREKEEP_API_KEY: key },
    terminal: { interactive: false },
  } as unknown as Invocation;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}//`;
  const outcome = await scanOnServer({ ...task, ...change } as ScanTask, url, format, invocation).catch(
    (error: unknown) => error,
  );
  return { outcome, asked, bodies };
}

describe('a scan by a service', () => {
  test('is asked for, followed and given back', async () => {
    const progress = { phase: 'analysing', percent: 1, filesDone: 1, filesTotal: 2 };
    const { outcome, asked, bodies } = await scan([
      data({ scanId: 'a/b' }),
      data({ status: 'pending' }),
      data({ status: 'running', progress }),
      completed,
    ]);
    expect(outcome).toEqual({ status: 'completed', rules: [], findings: [] });
    expect(asked).toEqual([
      'POST /v1/security/scan',
      ...Array(3).fill('GET /v1/security/scan/a%2Fb?similar=true'),
    ]);
    expect(bodies).toEqual([
      ['application/json', { repoUrl: 'https://example.com/a/b', trustRepositoryConfig: true }],
    ]);
  });

  test('is asked for with all that was said', async () => {
    const { bodies } = await scan([data({ scanId: 'x' }), completed], {
      source: { ...task.source, ref: 'main' } as never,
      engines: ['code'],
      history: true,
      baseline: { ref: 'old' },
      paths: { include: ['src'] },
      policy: { failOn: 'high' },
      trustRepositoryConfig: false,
    } as never);
    expect(bodies).toEqual([
      [
        'application/json',
        {
          repoUrl: 'https://example.com/a/b',
          trustRepositoryConfig: false,
          branch: 'main',
          engines: ['code'],
          history: true,
          baseline: { ref: 'old' },
          paths: { include: ['src'] },
          policy: { failOn: 'high' },
        },
      ],
    ]);
    const plain = await scan([data({ scanId: 'x' }), completed], { paths: {}, history: false } as never);
    expect(plain.bodies).toEqual([
      ['application/json', { repoUrl: 'https://example.com/a/b', trustRepositoryConfig: true }],
    ]);
  });

  test('has the report of the service where the format is one of its own', async () => {
    const { outcome, asked } = await scan(
      [data({ scanId: 'x' }), completed, [200, 'the report']],
      {},
      'sarif',
    );
    expect(outcome).toMatchObject({ status: 'completed', rendered: 'the report' });
    expect(asked.at(-1)).toBe('GET /v1/security/scan/x?format=sarif');
    const none = await scan([data({ scanId: 'x' }), completed, failed(404, 'no report')], {}, 'sarif');
    expect(none.outcome).toMatchObject({ status: 'failed', error: 'no report', errorCode: 'worker_lost' });
  });

  test('that failed says why', async () => {
    const one = await scan([
      data({ scanId: 'x' }),
      data({ status: 'failed', errorCode: 'clone_failed', error: 'a\u001bb' }),
    ]);
    expect(one.outcome).toEqual({
      status: 'failed',
      errorCode: 'clone_failed',
      error: expect.not.stringContaining('\u001b'),
    });
    const other = await scan([data({ scanId: 'x' }), data({ status: 'failed' })]);
    expect(other.outcome).toEqual({
      status: 'failed',
      errorCode: 'engine_failed',
      error: 'The scan failed.',
    });
  });

  test.each([
    ['host_blocked', true],
    ['clone_timeout', true],
    ['repo_not_found', undefined],
    ['engine_failed', undefined],
  ])('that failed with %s says whether the network was at fault', async (errorCode, network) => {
    const { outcome } = await scan([data({ scanId: 'x' }), data({ status: 'failed', errorCode })]);
    expect((outcome as { network?: true }).network).toBe(network);
  });

  test('of an older service is followed without the question that it does not know, and that is asked once', async () => {
    const { outcome, asked } = await scan([data({ scanId: 'x' }), failed(400, 'unknown query'), completed]);
    expect(outcome).toMatchObject({ status: 'completed' });
    expect(asked.slice(1)).toEqual(['GET /v1/security/scan/x?similar=true', 'GET /v1/security/scan/x']);
    const never = await scan([data({ scanId: 'x' }), failed(400, 'no'), failed(400, 'no')]);
    expect(never.outcome).toBeInstanceOf(UsageError);
  });

  test('continues where the service hiccups', async () => {
    const { outcome, asked } = await scan([
      data({ scanId: 'x' }),
      failed(503),
      failed(429),
      failed(500),
      completed,
    ]);
    expect(outcome).toMatchObject({ status: 'completed' });
    expect(asked).toHaveLength(5);
  });

  test('continues where an answer or a report breaks off, and where the service is away as the report is fetched', async () => {
    const { outcome, asked } = await scan(
      [
        data({ scanId: 'x' }),
        [...completed, 'cut'],
        completed,
        failed(503),
        completed,
        [200, 'half', 'cut'],
        completed,
        [200, 'the report'],
      ],
      {},
      'sarif',
    );
    expect(outcome).toMatchObject({ status: 'completed', rendered: 'the report' });
    expect(asked).toHaveLength(8);
  });

  test('of a service that redirects is asked of nobody else', async () => {
    const { outcome, asked } = await scan([[301, '']]);
    expect(outcome).toBeInstanceOf(UsageError);
    expect((outcome as Error).message).toBe('The service redirects: name that with --server.');
    expect(asked).toHaveLength(1);
  });

  test.each<[string, Answer, object]>([
    ['400', failed(400, 'bad branch'), { message: 'bad branch' }],
    [
      '401',
      failed(401, 'who?'),
      { errorCode: 'auth_failed', error: 'who? It was sent the key in LOREKEEP_API_KEY.' },
    ],
    ['403', failed(403, 'not yours'), { errorCode: 'auth_failed', error: 'not yours' }],
    ['404', failed(404), { errorCode: 'worker_lost', error: 'The service answered with status 404.' }],
    ['429', failed(429, 'later'), { errorCode: 'worker_lost', error: 'later', network: true }],
    ['499', failed(499, 'odd'), { errorCode: 'worker_lost', error: 'odd' }],
    ['500', failed(500, 'broken'), { errorCode: 'worker_lost', error: 'broken', network: true }],
    ['something that is no JSON', [200, '<html>'], { error: 'The service answered with status 200.' }],
    ['success without data', [200, '{"success":true}'], { error: 'The service answered with status 200.' }],
    [
      'data without success',
      [200, '{"data":{"scanId":"x"}}'],
      { error: 'The service answered with status 200.' },
    ],
  ])('that is answered with %s', async (_, answer, outcome) => {
    const { outcome: found, asked } = await scan([answer]);
    expect(found).toMatchObject(outcome);
    if (!('network' in outcome)) expect(found).not.toMatchObject({ network: true });
    expect(asked).toHaveLength(1);
  });

  test('needs a key, a URL and no baseline of this machine', async () => {
    expect((await scan([completed], {}, 'json', '')).outcome).toMatchObject({
      message: '--server needs an API key in LOREKEEP_API_KEY.',
    });
    const folder = { source: { kind: 'folder', path: '.' } } as never;
    expect((await scan([completed], folder)).outcome).toMatchObject({
      message: '--server scans repositories by URL, not local folders.',
    });
    const known = { baseline: { known: new Set() } } as never;
    expect((await scan([completed], known)).outcome).toMatchObject({
      message: '--server compares with --baseline-ref, not with a file.',
    });
  });

  test('of a service that cannot be reached fails by the network', async () => {
    const invocation = {
      environment: { LOREKEEP_API_KEY: 'k' },
      terminal: { interactive: false },
    } as unknown as Invocation;
    expect(await scanOnServer(task, 'http://127.0.0.1:1', 'json', invocation)).toMatchObject({
      status: 'failed',
      errorCode: 'worker_lost',
      error: 'The service cannot be reached.',
      network: true,
    });
  });
});
