import { useState } from 'preact/hooks';
import type { FindingRow, FoundFindings as Found } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import type { FoundFindings } from './use-findings.ts';

const most = 50;

/** Open findings that fit a question in words, the best first; none while nothing is asked. */
export function useFoundInWords(query: string, narrowed: Record<string, string | undefined>): FoundFindings {
  const [decided, setDecided] = useState<ReadonlyMap<string, FindingRow['status']>>(new Map());
  const listOf = (text: string | undefined) => (text ? text.split(',') : undefined);
  const load = useLoad(
    async (signal) => {
      if (!query) return [];
      const { severity, engine, ruleId, repoUrl } = narrowed;
      const body = {
        query,
        limit: most,
        severity: listOf(severity),
        engine: listOf(engine),
        ruleId,
        repoUrl,
      };
      return (await request<Found>('POST', '/v1/security/findings/search', { body, signal })).items;
    },
    [query, JSON.stringify(narrowed)],
  );
  const items = (load.data ?? []).map((row) => ({
    ...row,
    seenBefore: 0,
    status: decided.get(row.id) ?? row.status,
  }));
  return {
    items,
    groups: [],
    total: items.length,
    facets: undefined,
    truncated: false,
    more: false,
    busy: load.busy,
    error: load.error,
    next: () => {},
    reload: load.reload,
    decide: (ids, status) => setDecided(new Map([...decided, ...ids.map((id) => [id, status] as const)])),
  };
}
