import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { createRequestLog } from './request-log.ts';

const request = {
  requestId: 'req_1',
  method: 'GET',
  route: '/v1/entries/:id',
  status: 200,
  durationMs: 1.23456,
  tenantId: 'ten_1',
  keyId: 'key_1',
};

test('the line of a request is JSON like every other line', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => lines.push(line) });
  const log = createRequestLog(logger, () => 1_700_000_000_000);
  log(request);
  log({ ...request, tenantId: undefined, keyId: undefined });
  logger.info({ a: 1 }, 'other');
  const [first, second, other] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toEqual({
    level: 'info',
    time: '2023-11-14T22:13:20.000Z',
    ...request,
    durationMs: 1.23,
    msg: 'request',
  });
  expect(second).not.toHaveProperty('tenantId');
  expect(other).toMatchObject({ level: 'info', a: 1, msg: 'other' });
});

test('nothing is written below the level', () => {
  const lines: string[] = [];
  createRequestLog(createLogger('warn', { write: (line: string) => lines.push(line) }), () => 0)(request);
  expect(lines).toEqual([]);
});

test('each line says what its own request was, whatever those before it were', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => lines.push(line) });
  let ms = 0;
  const log = createRequestLog(logger, () => ms);
  const requests = [
    { ...request },
    { ...request, requestId: 'req_2', durationMs: 0 },
    { ...request, method: 'PUT', durationMs: 0.09 },
    { ...request, status: 404, durationMs: 0.1 },
    { ...request, keyId: 'key_2', durationMs: 0.11 },
    { ...request, durationMs: 12.996 },
    { ...request, route: '/v1/limits', durationMs: 1_000.05 },
  ];
  for (const each of requests) {
    log(each);
    ms += 500;
  }
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    requests.map((each, i) => ({
      level: 'info',
      time: new Date(i * 500).toISOString(),
      ...each,
      durationMs: [1.23, 0, 0.09, 0.1, 0.11, 13, 1000.05][i],
      msg: 'request',
    })),
  );
});

test('the time and what lines of a route have in common are put together once, as long as they stay', () => {
  let routes = 0;
  const logger = createLogger('info', { write: () => {} });
  const log = createRequestLog(logger, () => 1);
  const counted = {
    ...request,
    get tenantId() {
      routes++;
      return 'ten_1';
    },
  };
  log(counted);
  log(counted);
  expect(routes).toBe(1);
});
