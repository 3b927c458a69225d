import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../support/backend.ts';
import { lorekeep, startService } from '../support/process.ts';

// Where the data is in a database elsewhere, this folder holds only what can be made again.
test.skipIf(onPostgres())(
  'a service whose data folder was replaced is not ready, accepts no write and still finds what it has',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'lorekeep-data-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const folder = join(root, 'data');
    const service = await startService({ LOREKEEP_DATA_DIR: folder, LOREKEEP_API_KEYS: 'key_ops' });
    onTestFinished(async () => void (await service.stop('SIGKILL')));
    const call = async (path: string, body?: unknown) => {
      const response = await fetch(`${service.base}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { Authorization: 'Bearer key_ops', 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return {
        status: response.status,
        text: await response.text(),
        wait: response.headers.get('retry-after'),
      };
    };
    const write = (content: string) => call('/v1/memory/entries', { namespace: 'n', entries: [{ content }] });
    expect((await write('kept')).status).toBe(200);
    expect((await call('/readyz')).status).toBe(200);
    renameSync(folder, `${folder}-before`);
    mkdirSync(folder);
    expect(await write('lost')).toMatchObject({
      status: 503,
      text: expect.stringContaining('storage_unavailable'),
      wait: '5',
    });
    expect(await call('/readyz')).toMatchObject({
      status: 503,
      text: expect.stringContaining('deleted or replaced'),
    });
    expect((await call('/v1/memory/search', { namespace: 'n', query: 'kept' })).text).toContain('kept');
    // The log is written a moment after the response.
    await expect
      .poll(() => service.output(), { timeout: 60_000 })
      .toContain('the data folder was changed under the service');
  },
);

test.skipIf(onPostgres())('a data folder that cannot be made ends a start with one sentence', async () => {
  const ended = await lorekeep(['serve', '--data-dir', '/proc/nope'], { LOREKEEP_PORT: '0' });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^lorekeep serve: The data folder \/proc\/nope cannot be made: .*\n$/);
});
