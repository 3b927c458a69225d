import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { onPostgres } from '../support/backend.ts';
import { lorekeep, serviceProgram, startService } from '../support/process.ts';

/** A file system of the service's own that goes with it; where the machine does not allow that, there is no disk to fill. */
const ownDisk = ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=16m tmpfs "$0" && exec "$@"'];
const canMount =
  process.platform === 'linux' &&
  spawnSync(ownDisk[0]!, [...ownDisk.slice(1), tmpdir(), 'true']).status === 0;

interface Answer {
  status: number;
  wait: string | null;
  data: { ids: string[]; deleted: number; code: string; message: string };
}

test.skipIf(onPostgres() || !canMount)(
  'on a disk that Lorekeep has filled, deletes work, make room for new entries, and lose nothing',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lorekeep-full-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const variables = {
      LOREKEEP_DATA_DIR: folder,
      LOREKEEP_API_KEYS: 'key_ops',
      LOREKEEP_STORAGE_RESERVE_BYTES: String(2 * 1_048_576),
    };
    const service = await startService(variables, [...ownDisk, folder, ...serviceProgram]);
    onTestFinished(async () => void (await service.stop('SIGKILL')));
    // Its disk is visible only to the service itself, and through it.
    const seen = `/proc/${service.child.pid}/root${folder}`;
    await vi.waitFor(() => expect(statSync(join(seen, 'reserve')).size).toBe(2 * 1_048_576), {
      timeout: 300_000,
      interval: 200,
    });
    const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const response = await fetch(`${service.base}${path}`, {
        method,
        headers: { Authorization: 'Bearer key_ops', ...(body ? { 'Content-Type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { data } = (await response.json()) as Pick<Answer, 'data'>;
      return { status: response.status, wait: response.headers.get('retry-after'), data };
    };
    const write = (bytes: number, kind: string) =>
      call('POST', '/v1/memory/entries', {
        namespace: 'n',
        entries: [{ content: 'word '.repeat(bytes / 5), metadata: { kind } }],
      });
    const kept: string[] = [];
    const fill = async (bytes: number, kind: string): Promise<Answer> => {
      for (;;) {
        const answer = await write(bytes, kind);
        if (answer.status !== 200) return answer;
        kept.push(...answer.data.ids);
      }
    };
    const small: string[] = [];
    for (let i = 0; i < 20; i++) small.push(...(await write(50, 'small')).data.ids);
    for (const bytes of [100_000, 10_000, 50]) {
      expect(await fill(bytes, 'large')).toMatchObject({
        status: 507,
        wait: '120',
        data: { code: 'storage_full' },
      });
    }
    for (const id of kept.slice(0, 5)) {
      expect((await call('DELETE', `/v1/memory/entries/${id}`)).status).toBe(200);
    }
    const large = await call('POST', '/v1/memory/entries/delete', {
      namespace: 'n',
      metadataFilter: { kind: 'large' },
    });
    expect(large).toMatchObject({ status: 200, data: { deleted: kept.length - 5 } });
    expect((await write(100_000, 'later')).status).toBe(200);
    for (const id of small) expect((await call('GET', `/v1/memory/entries/${id}`)).status).toBe(200);

    // And once more: the room of the reserve was not used up by what was written after it.
    await fill(100_000, 'later');
    expect((await call('DELETE', `/v1/memory/entries/${small[0]!}`)).status).toBe(200);
    expect((await call('DELETE', '/v1/memory/namespaces/n')).status).toBe(200);
    expect((await lorekeep(['verify', '--data-dir', seen], {})).code).toBe(0);
  },
  600_000,
);
