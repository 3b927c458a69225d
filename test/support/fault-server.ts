import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to one try: it is answered; the connection drops before or after the work is done, or in the middle of the response;
 * it is refused with 429 or 503; a proxy answers in its own words; the headers come too late; the request is called wrong.
 */
export type Fault =
  | 'ok'
  | 'drop'
  | 'dropAfter'
  | 'half'
  | 'limited'
  | 'unavailable'
  | 'proxy'
  | 'slow'
  | 'invalid';

/** What became of the calls of one schedule. */
export interface Record {
  tries: number;
  /** How often the work was done, a repetition under the same Idempotency-Key not counted. */
  effects: number;
  keys: Set<string>;
}

export interface FaultServer {
  url: string;
  /** By the number of the schedule, which clients send as the namespace or id. */
  records: Map<string, Record>;
  close(): Promise<void>;
}

/** A service that fails as it is told to. The schedule of a request is in its `X-Schedule` header: `write drop half ok`. */
export async function startFaultServer(): Promise<FaultServer> {
  const records = new Map<string, Record>();
  const server = createServer((request, response) => void answer(request, response, records));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  records: Map<string, Record>,
): Promise<void> {
  for await (const _ of request);
  const [number = '', , ...faults] = String(request.headers['x-schedule']).split(' ');
  const record = records.get(number) ?? { tries: 0, effects: 0, keys: new Set<string>() };
  records.set(number, record);
  const fault = (faults[record.tries++] ?? 'ok') as Fault;
  const key = request.headers['idempotency-key'];
  const work = () => {
    if (typeof key === 'string' && record.keys.has(key)) return;
    if (typeof key === 'string') record.keys.add(key);
    record.effects++;
  };
  switch (fault) {
    case 'ok':
      work();
      return send(response, 200, { success: true, data: { ids: [], tries: record.tries } });
    case 'drop':
      return void response.destroy();
    case 'dropAfter':
      work();
      return void response.destroy();
    case 'half':
      work();
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      response.write('{"success":true,"data":{"ids":[');
      return void setTimeout(() => response.destroy(), 5);
    case 'limited':
      return send(response, 429, failure('rate_limited', true), { 'Retry-After': '0' });
    case 'unavailable':
      return send(response, 503, failure('overloaded', true));
    case 'proxy':
      response.writeHead(502, { 'Content-Type': 'text/html' });
      return void response.end('<h1>Bad gateway</h1>');
    case 'slow':
      work();
      return void setTimeout(() => send(response, 200, { success: true, data: {} }), 60_000).unref();
    case 'invalid':
      return send(response, 400, failure('validation_failed', false));
  }
}

function failure(code: string, retryable: boolean): object {
  return { success: false, data: { code, message: 'As it was told to.', retryable } };
}

function send(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify({ ...body, meta: { requestId: 'req_00000000000000000000000000' } }));
}

/** What must have become of a schedule, whichever client ran it. Gives what is wrong, in words. */
export function checkSchedule(
  schedule: string,
  record: Record | undefined,
  outcome: 'returned' | 'failed',
): string[] {
  const [operation, ...faults] = schedule.split(' ') as [string, ...Fault[]];
  const { tries, effects } = record ?? { tries: 0, effects: 0 };
  const once = operation === 'update' || operation === 'deleteMany';
  const expected = once
    ? 1
    : Math.min(3, 1 + faults.findIndex((fault) => fault === 'ok' || fault === 'invalid'));
  const wanted = expected === 0 ? 3 : expected;
  return [
    ...(tries === wanted ? [] : [`${tries} tries instead of ${wanted}`]),
    ...(operation === 'write' && effects > 1 ? ['written twice'] : []),
    ...(once && effects > 1 ? ['done twice'] : []),
    ...((faults[wanted - 1] === 'ok') === (outcome === 'returned') ? [] : [`it ${outcome}`]),
  ];
}
