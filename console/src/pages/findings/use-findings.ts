import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  FindingFacets,
  FindingGroup,
  FindingPage,
  FindingRow,
} from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';

export interface FoundFindings {
  items: readonly FindingRow[];
  groups: readonly FindingGroup[];
  total: number;
  facets: FindingFacets | undefined;
  truncated: boolean;
  /** Whether there are more than these. */
  more: boolean;
  busy: boolean;
  error: Error | undefined;
  /** Fetches the next page, unless it is on its way or there is none. */
  next(): void;
  reload(): void;
  /** Shows a decision at once. */
  decide(ids: readonly string[], status: FindingRow['status']): void;
}

type Pages = Pick<FoundFindings, 'items' | 'groups' | 'total' | 'facets' | 'truncated' | 'error'> & {
  cursor: string | undefined;
};

const firstPage = 200;
const laterPage = 1_000;
const nothing: Pages = {
  items: [],
  groups: [],
  total: 0,
  facets: undefined,
  truncated: false,
  error: undefined,
  cursor: undefined,
};

/** The findings that a query asks for, page after page; nothing is fetched while they are not wanted. */
export function useFindings(query: Record<string, string | undefined>, wanted = true): FoundFindings {
  const [pages, setPages] = useState<Pages>(nothing);
  const [busy, setBusy] = useState(true);
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);

  const fetchPage = (before: Pages) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setBusy(true);
    const first = before.cursor === undefined;
    const asked = first
      ? { ...query, limit: firstPage, facets: 'true' }
      : { ...query, limit: laterPage, cursor: before.cursor };
    request<FindingPage>('GET', '/v1/security/findings', { query: asked, signal: stop.signal }).then(
      ({ items, groups = [], total, facets, truncated, nextCursor }) => {
        setPages({
          items: [...before.items, ...items],
          groups: [...before.groups, ...groups],
          total: total ?? before.total,
          facets: facets ?? before.facets,
          truncated: truncated ?? before.truncated,
          error: undefined,
          cursor: nextCursor,
        });
        setBusy(false);
      },
      (error: Error) => {
        if (stop.signal.aborted) return;
        setPages({ ...before, error });
        setBusy(false);
      },
    );
  };
  useEffect(() => {
    if (wanted) fetchPage(nothing);
    return () => running.current?.abort();
  }, [JSON.stringify(query), round, wanted]);

  return {
    ...pages,
    more: pages.cursor !== undefined,
    busy,
    next: () => {
      if (!busy && pages.cursor !== undefined) fetchPage(pages);
    },
    reload: () => setRound((before) => before + 1),
    decide: (ids, status) => {
      const decided = new Set(ids);
      setPages((before) => ({
        ...before,
        items: before.items.map((row) => (decided.has(row.id) ? { ...row, status } : row)),
      }));
    },
  };
}
