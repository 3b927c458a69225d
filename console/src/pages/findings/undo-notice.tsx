import { useState } from 'preact/hooks';
import type { UndoneBatch } from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';
import { Failure } from '../../ui/failure.tsx';
import { counted } from '../../ui/format.ts';

export interface DecidedBatch {
  batchId: string;
  count: number;
}

/** What was decided about many findings at once, with the way back. */
export function UndoNotice({ batch, onGone }: { batch: DecidedBatch; onGone(undone: boolean): void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const undo = async () => {
    setBusy(true);
    try {
      await request<UndoneBatch>('POST', `/v1/security/findings/triage/${batch.batchId}/undo`);
      onGone(true);
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <div class="notice good row spread" role="status">
      <span>Decided about {counted(batch.count, 'finding')}.</span>
      <span class="row">
        <button type="button" class="button compact" disabled={busy} onClick={undo}>
          {busy ? 'Undoing…' : 'Undo'}
        </button>
        <button type="button" class="button compact plain" onClick={() => onGone(false)}>
          Dismiss
        </button>
      </span>
      {error && <Failure error={error} />}
    </div>
  );
}
