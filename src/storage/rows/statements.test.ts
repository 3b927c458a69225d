import { expect, test } from 'vitest';
import { scanDialect as embedded } from '../embedded/scan/scan-dialect.ts';
import { scanDialect as postgres } from '../postgres/scan/scan-dialect.ts';
import { type Dialect, selectCounts, selectGroups, selectRows } from './finding-list-sql.ts';
import {
  selectCompletedSince,
  selectLastBefore,
  selectNewestScans,
  selectScanList,
} from './scan-list-sql.ts';

// The statements of lists as they are sent, so that a condition that gets lost shows.
const lists: Dialect = {
  placeholder: (number, type) => `$${number}::${type}`,
  isAmong: (column, texts, add) => `${column} AMONG (${texts.map((text) => add(text)).join(', ')})`,
  indexOf: 'strpos',
};
const source = (...scanIds: string[]) => ({ tenantId: 'ten_1', scanIds, now: 99 });
const everything = {
  severity: ['high', 'info'] as const,
  engine: ['code'] as const,
  status: ['open'] as const,
  ids: ['fin_1'],
  ruleId: 'r',
  file: 'a.ts',
  text: 'sql',
};
const place = { severity: 1, scanId: 's2', ordinal: 7 };
const page = { limit: 10 };

test('statements of lists', async () => {
  const both = [embedded, postgres];
  const since = { since: 5, limit: 3 };
  const statements = [
    selectRows(lists, source('s1'), {}, page),
    selectRows(lists, source('s1'), {}, { ...page, after: place }),
    selectRows(lists, source('s1', 's2'), everything as never, { ...page, after: place }),
    selectGroups(lists, source('s1'), {}, 'rule', page),
    selectGroups(lists, source('s1', 's2'), { file: 'a.ts' }, 'file', {
      ...page,
      after: { severity: 1, key: 'k' },
    }),
    selectCounts(lists, source('s1'), { text: 'sql' }),
    ...both.flatMap((dialect) => [
      selectScanList(dialect, 'ten_1', { limit: 5 }),
      selectScanList(dialect, 'ten_1', {
        limit: 5,
        before: 'b',
        status: 'completed',
        repoUrl: 'u',
        branch: 'm',
        label: ['a', 'x"'],
      }),
      selectScanList(dialect, 'ten_1', { limit: 5, status: 'failed' }),
      selectScanList(dialect, 'ten_1', { limit: 5, status: 'running' }),
      selectNewestScans(dialect, 'ten_1', { limit: 2 } as never),
      selectNewestScans(dialect, 'ten_1', { limit: 2, repoUrl: 'u', branch: 'm' } as never),
      selectCompletedSince(dialect, 'ten_1', since as never),
      selectLastBefore(dialect, 'ten_1', { before: 5, limit: 3 } as never),
    ]),
  ];
  const text = statements
    .map(({ sql, values }) => `${sql.replace(/\s+/g, ' ')}\n  ${JSON.stringify(values)}`)
    .join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('statements.txt');
});
