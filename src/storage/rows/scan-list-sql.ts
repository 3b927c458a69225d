import type { NewestQuery } from '../../scan/service/finding-list-store.ts';
import type { ScanListQuery } from '../../scan/service/store.ts';
import type { TrendStore } from '../../scan/service/trend-store.ts';
import type { Statement } from './finding-list-sql.ts';
import { derivedStatus, selectScans } from './scan-rows.ts';

/**
 * Lists of scans, the same text for both databases. Only what is asked for becomes a condition: with `? IS NULL OR column = ?`
 * no index could be used, and a tenant with a hundred thousand scans would wait for all of them to be read.
 */
export interface ScanDialect {
  /** The placeholder of the value with this number, from 1 on. */
  placeholder(number: number): string;
  /** Whether a scan has a label with this name and value. */
  hasLabel(label: readonly [name: string, value: string], add: AddValue): string;
}

type AddValue = (value: string | number) => string;

/** Newest first. */
export function selectScanList(dialect: ScanDialect, tenantId: string, query: ScanListQuery): Statement {
  return build(dialect, (add) => {
    const { before, status, repoUrl, branch, label, limit } = query;
    const conditions = [`s.tenant_id = ${add(tenantId)}`];
    if (before !== undefined) conditions.push(`s.id < ${add(before)}`);
    if (repoUrl !== undefined) conditions.push(`s.repo_url = ${add(repoUrl)}`);
    if (branch !== undefined) conditions.push(`s.branch = ${add(branch)}`);
    if (status === 'completed' || status === 'failed') conditions.push(`s.status = ${add(status)}`);
    else if (status !== undefined) conditions.push('s.status IS NULL', `${derivedStatus} = ${add(status)}`);
    if (label) conditions.push(dialect.hasLabel(label, add));
    return `${selectScans} WHERE ${conditions.join(' AND ')} ORDER BY s.id DESC LIMIT ${add(limit)}`;
  });
}

/** The newest completed scan of each repository, newest first. */
export function selectNewestScans(dialect: ScanDialect, tenantId: string, query: NewestQuery): Statement {
  return build(
    dialect,
    (add) => `SELECT repo_url, max(id) AS id FROM scans
      WHERE ${completed(tenantId, query, add)} GROUP BY repo_url ORDER BY 2 DESC LIMIT ${add(query.limit)}`,
  );
}

const trendColumns = 'id, repo_url, branch, finished_at, result';

/** The inner statement needs nothing but an index; results are read of those that it chose. */
export function selectCompletedSince(
  dialect: ScanDialect,
  tenantId: string,
  query: Parameters<TrendStore['completedSince']>[1],
): Statement {
  return build(
    dialect,
    (add) => `SELECT ${trendColumns} FROM scans WHERE id IN (
        SELECT id FROM scans WHERE ${completed(tenantId, query, add)} AND finished_at >= ${add(query.since)}
        ORDER BY finished_at DESC, id DESC LIMIT ${add(query.limit)}
      ) ORDER BY finished_at DESC, id DESC`,
  );
}

/** Of each repository and branch the last one. */
export function selectLastBefore(
  dialect: ScanDialect,
  tenantId: string,
  query: Parameters<TrendStore['lastBefore']>[1],
): Statement {
  return build(
    dialect,
    (add) => `SELECT ${trendColumns} FROM scans WHERE id IN (
        SELECT max(id) FROM scans WHERE ${completed(tenantId, query, add)} AND finished_at < ${add(query.before)}
        GROUP BY repo_url, branch ORDER BY 1 DESC LIMIT ${add(query.limit)}
      ) ORDER BY id`,
  );
}

function completed(
  tenantId: string,
  { repoUrl, branch }: { repoUrl?: string | undefined; branch?: string | undefined },
  add: AddValue,
): string {
  const conditions = [`tenant_id = ${add(tenantId)}`, "status = 'completed'"];
  if (repoUrl !== undefined) conditions.push(`repo_url = ${add(repoUrl)}`);
  if (branch !== undefined) conditions.push(`branch = ${add(branch)}`);
  return conditions.join(' AND ');
}

function build(dialect: ScanDialect, write: (add: AddValue) => string): Statement {
  const values: Array<string | number> = [];
  const sql = write((value) => dialect.placeholder(values.push(value)));
  return { sql, values };
}
