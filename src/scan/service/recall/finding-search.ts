import type { Clock } from '../../../kernel/clock.ts';
import type { Caller } from '../../model/caller.ts';
import type { FindingRow } from '../../model/finding-row.ts';
import type { FindingListStore } from '../finding-list-store.ts';
import type { FindingMemory, FindingMemoryQuery } from './finding-memory.ts';

export interface FoundFinding extends Omit<FindingRow, 'seenBefore'> {
  score: number;
}

/** Memory may be a moment behind; so many more are asked for than are to be shown. */
const spare = 20;

/** Open findings in words. Memory proposes; only what is stored says which findings are open, so that one that was fixed or closed is gone at once. */
export class FindingSearch {
  readonly #memory: FindingMemory;
  readonly #lists: FindingListStore;
  readonly #clock: Clock;

  constructor(parts: { memory: FindingMemory; lists: FindingListStore; clock: Clock }) {
    this.#memory = parts.memory;
    this.#lists = parts.lists;
    this.#clock = parts.clock;
  }

  async search(
    { tenantId }: Caller,
    query: FindingMemoryQuery,
    signal: AbortSignal,
  ): Promise<FoundFinding[]> {
    const hits = await this.#memory.search(tenantId, { ...query, limit: query.limit + spare }, signal);
    const rows = await this.#openRows(tenantId, hits);
    return hits
      .flatMap(({ findingId, score }) => {
        const row = rows.get(findingId);
        return row ? [{ ...row, score }] : [];
      })
      .slice(0, query.limit);
  }

  async #openRows(
    tenantId: string,
    hits: ReadonlyArray<{ findingId: string; repoUrl: string }>,
  ): Promise<Map<string, Omit<FoundFinding, 'score'>>> {
    const repositories = new Map<string, string>();
    for (const repoUrl of new Set(hits.map((hit) => hit.repoUrl))) {
      const [newest] = await this.#lists.newestScans(tenantId, { repoUrl, limit: 1 });
      if (newest) repositories.set(newest.scanId, repoUrl);
    }
    const scanIds = [...repositories.keys()];
    if (scanIds.length === 0) return new Map();
    for (const scanId of await this.#lists.unprepared(scanIds)) await this.#lists.prepare(scanId);
    const found = await this.#lists.rows(
      { tenantId, scanIds, now: this.#clock.now() },
      { status: ['open'], ids: hits.map(({ findingId }) => findingId) },
      { limit: hits.length },
    );
    return new Map(found.map(({ row }) => [row.id, { ...row, repoUrl: repositories.get(row.scanId)! }]));
  }
}
