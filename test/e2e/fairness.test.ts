import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectionShares } from '../support/connection-shares.ts';
import { startService } from '../support/process.ts';

test('of 64 connections that are opened at once none starves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-fair-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({ LOREKEEP_DATA_DIR: folder, LOREKEEP_API_KEYS: 'key_ops' });
  onTestFinished(async () => void (await service.stop('SIGKILL')));
  const counts = await connectionShares({
    port: Number(new URL(service.base).port),
    connections: 64,
    responses: 64 * 16,
    request: () => 'GET /v1/limits HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer key_ops\r\n\r\n',
  });
  // Without turns the first ones get 40 and the last ones none.
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...counts)).toBeLessThanOrEqual(32);
});
