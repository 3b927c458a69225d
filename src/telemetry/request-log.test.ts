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
