import { useEffect, useState } from 'preact/hooks';

/** Something that is fetched for a page: not here yet, here, or refused. What was there stays while newer is fetched. */
export interface Load<T> {
  data: T | undefined;
  error: Error | undefined;
  busy: boolean;
  reload(): void;
  /** Replaces what is there, after a change that the page made itself. */
  set(data: T): void;
}

/** Fetches when the page appears and whenever one of `inputs` changes; what was asked for before is then abandoned. */
export function useLoad<T>(
  fetchIt: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Load<T> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ data?: T; error?: Error; busy: boolean }>({ busy: true });
  useEffect(() => {
    const stop = new AbortController();
    setState(({ data }) => ({ ...(data !== undefined && { data }), busy: true }));
    fetchIt(stop.signal).then(
      (data) => !stop.signal.aborted && setState({ data, busy: false }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        setState({ error: error instanceof Error ? error : new Error(String(error)), busy: false });
      },
    );
    return () => stop.abort();
  }, [...inputs, round]);
  return {
    data: state.data,
    error: state.error,
    busy: state.busy,
    reload: () => setRound((before) => before + 1),
    set: (data) => setState({ data, busy: false }),
  };
}
