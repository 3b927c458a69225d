import { severities } from '../../scan/model/finding.ts';
import type { GroupKind } from '../../scan/model/finding-row.ts';
import type {
  GroupPlace,
  Page,
  RowFilter,
  RowPlace,
  RowSource,
} from '../../scan/service/finding-list-store.ts';

/** What the two databases write differently; the rest of a list's statement is the same text for both, so that they cannot come apart. */
export interface Dialect {
  /** The placeholder of the value with this number, from 1 on. */
  placeholder(number: number, type: 'text' | 'bigint'): string;
  /** Whether the column holds one of the texts of a value. */
  isAmong(column: string, texts: readonly string[], add: AddValue): string;
  /** Where the second text begins in the first; 0 when it does not. */
  indexOf: string;
}

type AddValue = (value: string | number) => string;

export interface Statement {
  sql: string;
  values: Array<string | number>;
}

/** What was decided since the scan wins; what was decided before it and does not hold any more counts as open. */
const status = `CASE WHEN t.status IS NOT NULL THEN t.status
  WHEN r.status IN ('false_positive', 'accepted_risk') THEN 'open' ELSE r.status END`;

export function selectRows(
  dialect: Dialect,
  source: RowSource,
  filter: RowFilter,
  { after, limit }: Page<RowPlace>,
): Statement {
  const isOneScan = source.scanIds.length === 1;
  return build(dialect, (add) => {
    const conditions = [...chosen(dialect, filter, add)];
    if (after && isOneScan)
      conditions.push(`(r.severity, r.ordinal) > (${add(after.severity)}, ${add(after.ordinal)})`);
    if (after && !isOneScan) {
      const [severity, scan, ordinal] = [add(after.severity), add(after.scanId), add(after.ordinal)];
      conditions.push(`(r.severity > ${severity} OR (r.severity = ${severity}
        AND (r.scan_id < ${scan} OR (r.scan_id = ${scan} AND r.ordinal > ${ordinal}))))`);
    }
    // One scan is walked in the order of its primary key; several are sorted.
    return `SELECT r.scan_id, r.severity, r.ordinal, r.finding_id, r.rule_id, r.title, r.confidence, r.category, r.engine,
              r.file, r.line, ${status} AS status, r.flags
            ${from(dialect, source, add)} ${and(conditions)}
            ORDER BY r.severity, ${isOneScan ? '' : 'r.scan_id DESC, '}r.ordinal LIMIT ${add(limit)}`;
  });
}

export function selectGroups(
  dialect: Dialect,
  source: RowSource,
  filter: RowFilter,
  kind: GroupKind,
  { after, limit }: Page<GroupPlace>,
): Statement {
  const column = kind === 'rule' ? 'r.rule_id' : 'r.file';
  return build(dialect, (add) => {
    const groups = `SELECT ${column} AS key, min(r.severity) AS severity, min(r.title) AS title, count(*) AS count
      ${from(dialect, source, add)} ${and(chosen(dialect, filter, add))} GROUP BY ${column}`;
    let behind = '';
    if (after) {
      const severity = add(after.severity);
      behind = `WHERE severity > ${severity} OR (severity = ${severity} AND key > ${add(after.key)})`;
    }
    return `SELECT * FROM (${groups}) grouped ${behind} ORDER BY severity, key LIMIT ${add(limit)}`;
  });
}

export function selectCounts(
  dialect: Dialect,
  source: RowSource,
  filter: Pick<RowFilter, 'file' | 'text'>,
): Statement {
  return build(
    dialect,
    (add) => `SELECT r.severity, r.engine, r.rule_id, ${status} AS status_now, count(*) AS count
      ${from(dialect, source, add)} ${and(chosen(dialect, filter, add))} GROUP BY 1, 2, 3, 4`,
  );
}

function build(dialect: Dialect, write: (add: AddValue) => string): Statement {
  const values: Array<string | number> = [];
  const sql = write((value) => {
    values.push(value);
    return dialect.placeholder(values.length, typeof value === 'string' ? 'text' : 'bigint');
  });
  return { sql, values };
}

function from(dialect: Dialect, { tenantId, scanIds, now }: RowSource, add: AddValue): string {
  const [only] = scanIds;
  const isAsked =
    scanIds.length === 1 ? `r.scan_id = ${add(only!)}` : dialect.isAmong('r.scan_id', scanIds, add);
  return `FROM finding_rows r LEFT JOIN finding_triage t
            ON t.tenant_id = ${add(tenantId)} AND t.finding_id = r.finding_id
               AND (t.expires_at IS NULL OR t.expires_at > ${add(now)})
          WHERE ${isAsked}`;
}

function chosen({ isAmong, indexOf }: Dialect, filter: RowFilter, add: AddValue): string[] {
  const conditions: string[] = [];
  const { severity, engine, status: statuses, ruleId, ids, file, text } = filter;
  if (severity) {
    const ranks = severity.map((one) => add(severities.indexOf(one)));
    conditions.push(`r.severity IN (${ranks.join(', ')})`);
  }
  if (engine) conditions.push(isAmong('r.engine', engine, add));
  if (statuses) conditions.push(isAmong(`(${status})`, statuses, add));
  if (ids) conditions.push(isAmong('r.finding_id', ids, add));
  if (ruleId !== undefined) conditions.push(`r.rule_id = ${add(ruleId)}`);
  if (file !== undefined) conditions.push(`r.file = ${add(file)}`);
  if (text !== undefined) {
    const part = add(text);
    const holds = ['r.title', 'r.file', 'r.rule_id'].map(
      (column) => `${indexOf}(lower(${column}), ${part}) > 0`,
    );
    conditions.push(`(${holds.join(' OR ')})`);
  }
  return conditions;
}

function and(conditions: readonly string[]): string {
  return conditions.map((condition) => `AND ${condition}`).join(' ');
}
