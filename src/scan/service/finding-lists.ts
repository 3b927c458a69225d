import type { Clock } from '../../kernel/clock.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Caller } from '../model/caller.ts';
import type { FindingFacets, FindingGroup, FindingRow, GroupKind } from '../model/finding-row.ts';
import { countFacets, countMatching } from './finding-facets.ts';
import type { FindingListStore, GroupPlace, RowFilter, RowPlace, RowSource } from './finding-list-store.ts';
import type { SimilarDecisions } from './recall/similar-decisions.ts';
import type { ScanStore } from './store.ts';
import type { TriageStore } from './triage-store.ts';
import { isFinished } from './wait-for-scan.ts';

/** So many repositories are looked at where no scan and no repository is named: those that were scanned last. */
const mostRepositories = 500;

export interface FindingQuery extends RowFilter {
  scanId?: string | undefined;
  repoUrl?: string | undefined;
  branch?: string | undefined;
  facets: boolean;
  limit: number;
}

export interface FindingPage<Item, Place> {
  items: Item[];
  /** The place of the last item, where there are more. */
  next?: Place;
  /** How many there are on all pages; on the first page only. */
  total?: number;
  facets?: FindingFacets;
  /** More repositories than are looked at. */
  truncated?: true;
}

/** Findings of one scan, of a repository or of all repositories, a page at a time. Confined to the caller's tenant. */
export class FindingLists {
  readonly #store: FindingListStore;
  readonly #scans: Pick<ScanStore, 'find'>;
  readonly #clock: Clock;
  readonly #findings: Pick<TriageStore, 'findFindings'>;
  readonly #similar: Pick<SimilarDecisions, 'ofMany' | 'hasAny'>;
  readonly #preparing = new Set<Promise<void>>();

  constructor(parts: {
    store: FindingListStore;
    scans: Pick<ScanStore, 'find'>;
    findings: Pick<TriageStore, 'findFindings'>;
    similar: Pick<SimilarDecisions, 'ofMany' | 'hasAny'>;
    clock: Clock;
  }) {
    this.#findings = parts.findings;
    this.#similar = parts.similar;
    this.#store = parts.store;
    this.#scans = parts.scans;
    this.#clock = parts.clock;
  }

  async rows(
    caller: Caller,
    query: FindingQuery,
    after: RowPlace | undefined,
  ): Promise<FindingPage<FindingRow, RowPlace>> {
    const { source, repositories, truncated } = await this.#source(caller, query);
    if (source.scanIds.length === 0) return nothing(query, after);
    // One more than asked for tells whether there is another page.
    const page = { limit: query.limit + 1, after };
    const found = await this.#store.rows(source, query, page);
    const items = found.slice(0, query.limit);
    const seenBefore = await this.#seenBefore(caller, items);
    return {
      items: items.map(({ row }) => ({
        ...row,
        repoUrl: repositories.get(row.scanId)!,
        seenBefore: seenBefore.get(row.id) ?? 0,
      })),
      ...(found.length > query.limit && { next: items.at(-1)!.place }),
      ...(await this.#counts(source, query, after === undefined)),
      ...(truncated && { truncated }),
    };
  }

  async groups(
    caller: Caller,
    query: FindingQuery,
    kind: GroupKind,
    after: GroupPlace | undefined,
  ): Promise<FindingPage<FindingGroup, GroupPlace>> {
    const { source, truncated } = await this.#source(caller, query);
    if (source.scanIds.length === 0) return nothing(query, after);
    const page = { limit: query.limit + 1, after };
    const found = await this.#store.groups(source, query, kind, page);
    const items = found.slice(0, query.limit);
    return {
      items: items.map(({ group }) => group),
      ...(found.length > query.limit && { next: items.at(-1)!.place }),
      ...(await this.#counts(source, query, after === undefined)),
      ...(truncated && { truncated }),
    };
  }

  async #seenBefore(
    { tenantId }: Caller,
    items: ReadonlyArray<{ row: { id: string; scanId: string } }>,
  ): Promise<Map<string, number>> {
    if (items.length === 0 || !(await this.#similar.hasAny(tenantId))) return new Map();
    const ids = items.map(({ row }) => row.id);
    const scanIds = [...new Set(items.map(({ row }) => row.scanId))];
    const seen = await this.#findings.findFindings(tenantId, ids, scanIds);
    const similar = await this.#similar.ofMany(
      tenantId,
      seen.map(({ finding }) => finding),
    );
    return new Map([...similar].map(([id, decisions]) => [id, decisions.length]));
  }

  /** Makes the rows of a scan that has just ended, so that its first list does not have to wait for them. */
  prepareSoon(scanId: string, onFailure: (error: unknown) => void): void {
    const work = this.#store
      .prepare(scanId)
      .catch(onFailure)
      .finally(() => this.#preparing.delete(work));
    this.#preparing.add(work);
  }

  /** When nothing is being prepared any more. */
  async idle(): Promise<void> {
    await Promise.all(this.#preparing);
  }

  async #source(caller: Caller, query: FindingQuery) {
    const found =
      query.scanId === undefined ? await this.#newest(caller, query) : await this.#one(caller, query.scanId);
    const scans = found.slice(0, mostRepositories);
    const scanIds = scans.map(({ scanId }) => scanId);
    for (const scanId of await this.#store.unprepared(scanIds)) await this.#store.prepare(scanId);
    const source: RowSource = { tenantId: caller.tenantId, scanIds, now: this.#clock.now() };
    return {
      source,
      repositories: new Map(scans.map(({ scanId, repoUrl }) => [scanId, repoUrl])),
      truncated: found.length > scans.length || undefined,
    };
  }

  #newest({ tenantId }: Caller, { repoUrl, branch }: FindingQuery) {
    return this.#store.newestScans(tenantId, { repoUrl, branch, limit: mostRepositories + 1 });
  }

  async #one({ tenantId }: Caller, scanId: string): Promise<Array<{ scanId: string; repoUrl: string }>> {
    const scan = await this.#scans.find(tenantId, scanId);
    if (scan === undefined) throw new ServiceError('scan_not_found');
    if (!isFinished(scan)) throw new ServiceError('scan_not_finished');
    return scan.status === 'completed' ? [{ scanId, repoUrl: scan.request.repoUrl }] : [];
  }

  async #counts(source: RowSource, query: FindingQuery, isFirst: boolean) {
    if (!isFirst && !query.facets) return {};
    const { file, text } = query;
    const counts = await this.#store.counts(source, { file, text });
    return {
      ...(isFirst && { total: countMatching(counts, query) }),
      ...(query.facets && { facets: countFacets(counts, query) }),
    };
  }
}

function nothing(query: FindingQuery, after: unknown): FindingPage<never, never> {
  return {
    items: [],
    ...(after === undefined && { total: 0 }),
    ...(query.facets && { facets: countFacets([], query) }),
  };
}
