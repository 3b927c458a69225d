import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

/** For buttons that give the reader a file: what they run, and the reason where no file came of it. */
export function useSaving() {
  const [error, setError] = useState<Error>();
  return {
    save(run: () => Promise<unknown>): void {
      run().catch((failure: Error) => setError(failure));
    },
    failure: error && (
      <Dialog title="No file was saved" onClose={() => setError(undefined)}>
        <Failure error={error} />
      </Dialog>
    ),
  };
}
