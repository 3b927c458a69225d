import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { advisoryRecord } from '../../../../../../test/support/advisory-records.ts';
import { runSync } from './run-sync.ts';
import type { SyncProgress } from './sync.ts';

test('a sync in its own thread tells how far it is, what came of it, and why it failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const told: SyncProgress[] = [];
  const sync = (from: string) =>
    runSync(
      {
        request: { from: [from], ecosystems: [], indexFile: join(folder, 'index', 'index.db') },
        allowHosts: [],
        certificates: undefined,
      },
      (progress) => told.push(progress),
    );
  writeFileSync(join(folder, 'A-1.json'), JSON.stringify(advisoryRecord('A-1')));
  expect(await sync(folder)).toMatchObject({ added: 1, records: 1 });
  expect(told).toEqual([{ what: folder, done: 1, total: 1 }]);
  await expect(sync(join(folder, 'none'))).rejects.toThrow(
    `There is no file or folder ${join(folder, 'none')}.`,
  );
});
