import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from './request.ts';

/** A list that grows page by page, as the reader asks for more. */
export interface PageList<T> {
  items: readonly T[];
  busy: boolean;
  error: Error | undefined;
  /** Whether there are more than these. */
  more: boolean;
  next(): void;
  reload(): void;
  change(change: (items: readonly T[]) => readonly T[]): void;
}

interface State<T> {
  items: readonly T[];
  cursor?: string | undefined;
  busy: boolean;
  error?: Error;
}

type Query = Record<string, string | number | undefined>;

/** Begins again whenever the query changes. */
export function usePageList<T>(path: string, query: Query): PageList<T> {
  const [state, setState] = useState<State<T>>({ items: [], busy: true });
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  const asked = JSON.stringify([path, query]);

  const fetchFrom = (before: readonly T[], cursor: string | undefined) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setState({ items: before, cursor, busy: true });
    request<{ items: T[]; nextCursor?: string }>('GET', path, {
      query: { ...query, cursor },
      signal: stop.signal,
    }).then(
      ({ items, nextCursor }) => setState({ items: [...before, ...items], cursor: nextCursor, busy: false }),
      (error: Error) => !stop.signal.aborted && setState({ items: before, cursor, busy: false, error }),
    );
  };
  useEffect(() => {
    fetchFrom([], undefined);
    return () => running.current?.abort();
  }, [asked, round]);

  return {
    items: state.items,
    busy: state.busy,
    error: state.error,
    more: state.cursor !== undefined,
    next: () => fetchFrom(state.items, state.cursor),
    reload: () => setRound((before) => before + 1),
    change: (change) => setState((before) => ({ ...before, items: change(before.items) })),
  };
}
