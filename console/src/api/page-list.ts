import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from './request.ts';

/** A list that grows page by page, as the reader asks for more. */
export interface PageList<T> {
  items: readonly T[];
  busy: boolean;
  error: Error | undefined;
  /** Whether there are more than these. */
  more: boolean;
  /** How many there are on all pages, where the service says so. */
  total: number | undefined;
  /** Fetches the next page, unless it is on its way or there is none. */
  next(): void;
  reload(): void;
}

interface State<T> {
  items: readonly T[];
  cursor?: string | undefined;
  total?: number | undefined;
  busy: boolean;
  error?: Error;
}

type Query = Record<string, string | number | undefined>;
type Page = { nextCursor?: string; total?: number };

/** Begins again whenever the query changes. `field` is where a page has its items. */
export function usePageList<T>(path: string, query: Query, field = 'items'): PageList<T> {
  const [state, setState] = useState<State<T>>({ items: [], busy: true });
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  const asked = JSON.stringify([path, query]);

  const fetchFrom = (before: State<T>) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const { items, cursor, total } = before;
    setState({ items, cursor, total, busy: true });
    request<Page & Record<string, T[]>>('GET', path, {
      query: { ...query, cursor },
      signal: stop.signal,
    }).then(
      (page) =>
        setState({
          items: [...items, ...page[field]!],
          cursor: page.nextCursor,
          total: page.total ?? total,
          busy: false,
        }),
      (error: Error) => !stop.signal.aborted && setState({ items, cursor, total, busy: false, error }),
    );
  };
  useEffect(() => {
    fetchFrom({ items: [], busy: true });
    return () => running.current?.abort();
  }, [asked, round]);

  return {
    items: state.items,
    busy: state.busy,
    error: state.error,
    more: state.cursor !== undefined,
    total: state.total,
    next: () => {
      if (!state.busy && state.cursor !== undefined) fetchFrom(state);
    },
    reload: () => setRound((before) => before + 1),
  };
}
