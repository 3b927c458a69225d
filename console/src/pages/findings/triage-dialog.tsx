import { useEffect, useRef, useState } from 'preact/hooks';
import type { FindingRow, TriageFindingBody } from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';

export type Decision = TriageFindingBody['status'];

export const decisionNames: Record<FindingRow['status'], string> = {
  open: 'open',
  false_positive: 'false positive',
  accepted_risk: 'accepted risk',
  suppressed: 'suppressed in the repository',
};

const titles: Record<Decision, string> = {
  open: 'Open the finding again',
  false_positive: 'Not a problem: false positive',
  accepted_risk: 'A problem that is accepted',
};

/** The reason that was given last: the next finding often has the same one. */
let lastReason = '';

export function TriageDialog({
  row,
  decision,
  onClose,
  onDecided,
}: {
  row: FindingRow;
  decision: Decision;
  onClose(): void;
  onDecided(status: Decision): void;
}) {
  const reason = useRef<HTMLInputElement>(null);
  const expires = useRef<HTMLInputElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (reason.current) reason.current.select();
    else save.current?.focus();
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const day = expires.current?.value;
      const body: TriageFindingBody = {
        status: decision,
        reason: reason.current?.value.trim(),
        expiresAt: day ? new Date(`${day}T23:59:59`).toISOString() : undefined,
      };
      await request('PATCH', `/v1/security/findings/${row.id}`, { body });
      lastReason = body.reason ?? lastReason;
      onDecided(decision);
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={titles[decision]} onClose={onClose}>
      <p class="quiet break">
        {row.title} in <span class="mono">{row.file}</span>
      </p>
      <form class="stack" onSubmit={submit}>
        {decision !== 'open' && (
          <>
            <label class="field">
              <span>Why?</span>
              <input
                ref={reason}
                required
                maxLength={2_000}
                defaultValue={lastReason}
                placeholder="The value comes from our own configuration."
              />
            </label>
            <label class="field">
              <span>Until (optional; open again afterwards)</span>
              <input ref={expires} type="date" />
            </label>
          </>
        )}
        {error && <Failure error={error} />}
        <p class="small quiet">
          The decision is kept for this finding in every later scan, and in the audit log.
        </p>
        <div class="row">
          <button type="submit" class="button main-action" disabled={busy} ref={save}>
            {busy ? 'Saving…' : 'Save the decision'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
