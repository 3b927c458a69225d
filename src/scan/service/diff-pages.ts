import type { Finding } from '../model/finding.ts';
import type { ScanRecord } from '../model/scan-record.ts';
import { type Diff, type DiffList, diffBy, diffLists, diffScans, type ScanDiff } from './diff.ts';
import type { ScanStore } from './store.ts';
import type { TrendStore } from './trend-store.ts';

export interface DiffPageQuery {
  /** The most findings of each list. */
  limit: number;
  /** Only this list; the others are empty. */
  list?: DiffList | undefined;
  /** How many findings of the lists were on earlier pages. */
  from: number;
}

export interface DiffPage {
  diff: ScanDiff;
  /** How long the lists are on all pages. */
  lengths: Record<DiffList, number>;
}

interface DiffStores {
  store: Pick<ScanStore, 'findings' | 'findingsById'>;
  trends: Pick<TrendStore, 'findingIds'>;
}

/** A part of what changed between two completed scans. Findings of one repository keep their ids, so that only those on the page are read. */
export async function readDiffPage(
  { store, trends }: DiffStores,
  now: ScanRecord,
  before: ScanRecord,
  query: DiffPageQuery,
): Promise<DiffPage> {
  if (now.request.repoUrl !== before.request.repoUrl) {
    const diff = diffScans(await store.findings(now.scanId), await store.findings(before.scanId));
    return { diff: cut(diff, query), lengths: lengthsOf(diff) };
  }
  const [idsNow, idsBefore] = [await trends.findingIds(now.scanId), await trends.findingIds(before.scanId)];
  const ids = diffBy(idsNow, idsBefore, (id) => id);
  const wanted = cut(ids, query);
  const read = async (list: DiffList): Promise<Finding[]> =>
    wanted[list].length === 0
      ? []
      : store.findingsById((list === 'fixed' ? before : now).scanId, wanted[list]);
  const diff = {
    new: await read('new'),
    fixed: await read('fixed'),
    unchanged: await read('unchanged'),
    suppressed: await read('suppressed'),
  };
  return { diff, lengths: lengthsOf(ids) };
}

function cut<Item>(diff: Diff<Item>, { limit, list, from }: DiffPageQuery): Diff<Item> {
  const part = (name: DiffList) =>
    list === undefined || list === name ? diff[name].slice(from, from + limit) : [];
  return {
    new: part('new'),
    fixed: part('fixed'),
    unchanged: part('unchanged'),
    suppressed: part('suppressed'),
  };
}

export function lengthsOf(diff: Diff<unknown>): Record<DiffList, number> {
  return Object.fromEntries(diffLists.map((name) => [name, diff[name].length])) as Record<DiffList, number>;
}
