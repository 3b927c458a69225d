import { useEffect, useState } from 'preact/hooks';
import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { followScan } from '../../api/scan-events.ts';

/** A scan as it is now, for as long as it runs and the page is open. */
export function useScan(scanId: string): { scan: Scan | undefined; error: Error | undefined } {
  const [scan, setScan] = useState<Scan>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const stop = new AbortController();
    followScan(scanId, setScan, stop.signal).catch((failure: Error) => {
      if (!stop.signal.aborted) setError(failure);
    });
    return () => stop.abort();
  }, [scanId]);
  return { scan, error };
}
