import { expect, test } from 'vitest';
import type { Statement } from '../../rows/finding-list-sql.ts';
import {
  selectCompletedSince,
  selectLastBefore,
  selectNewestScans,
  selectScanList,
} from '../../rows/scan-list-sql.ts';
import { roomOf } from '../../rows/scan-rows.ts';
import { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { scanDialect } from './scan-dialect.ts';

const repoUrl = 'https://git.example.com/acme/webshop.git';
const page = { limit: 50 };
const since = { since: 1, limit: 500 };
const before = { before: 1, limit: 500 };

/** A tenant may keep hundreds of thousands of scans, each with its result in the row: none of these may walk through the rows. */
test.each<[string, Statement]>([
  ['all scans', selectScanList(scanDialect, 't', page)],
  ['a later page', selectScanList(scanDialect, 't', { ...page, before: 'scan_1' })],
  ['failed scans', selectScanList(scanDialect, 't', { ...page, status: 'failed' })],
  ['pending scans', selectScanList(scanDialect, 't', { ...page, status: 'pending' })],
  ['scans of a repository', selectScanList(scanDialect, 't', { ...page, repoUrl })],
  ['the newest of each repository', selectNewestScans(scanDialect, 't', page)],
  [
    'the newest of each repository, of a branch',
    selectNewestScans(scanDialect, 't', { ...page, branch: 'main' }),
  ],
  ['the trend', selectCompletedSince(scanDialect, 't', since)],
  ['the trend of a repository', selectCompletedSince(scanDialect, 't', { ...since, repoUrl })],
  ['what was before the trend', selectLastBefore(scanDialect, 't', before)],
  ['the room of all scans', { sql: `SELECT sum(${roomOf}) FROM scans WHERE tenant_id = ?1`, values: ['t'] }],
])('%s are found by an index that holds all that is needed to choose them', (_, { sql, values }) => {
  const database = new Database(':memory:');
  migrate(database);
  const steps = database
    .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    .map((row) => String(row['detail']))
    .filter((detail) => /\b(s|scans)\b/.test(detail) && /^(SCAN|SEARCH)/.test(detail));
  database.close();
  expect(steps).not.toEqual([]);
  // A search by the whole primary key reads only the rows that were chosen.
  for (const step of steps)
    expect(step).toMatch(/USING (COVERING )?INDEX scans_\w+ \((tenant_id=\?)|PRIMARY KEY \(id=\?\)/);
  expect(steps.every((step) => !step.startsWith('SCAN'))).toBe(true);
});

test('a list by status, and the trend of a repository, choose by everything that they are asked for', () => {
  const database = new Database(':memory:');
  migrate(database);
  const planOf = ({ sql, values }: Statement) =>
    database
      .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      .map((row) => String(row['detail']))
      .join('\n');
  expect(planOf(selectScanList(scanDialect, 't', { ...page, status: 'failed' }))).toContain(
    'tenant_id=? AND status=?',
  );
  expect(planOf(selectCompletedSince(scanDialect, 't', { ...since, repoUrl }))).toContain(
    'COVERING INDEX scans_completed (tenant_id=? AND repo_url=? AND finished_at>?)',
  );
  expect(planOf(selectNewestScans(scanDialect, 't', page))).toContain('COVERING INDEX scans_completed');
  database.close();
});
