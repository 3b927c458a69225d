import { useEffect, useRef, useState } from 'preact/hooks';
import type { FindingRow, TriageBatch, TriageFindingBody } from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { AlsoAlike } from './also-alike.tsx';
import type { Decision, Proposal } from './decision.ts';

const titles: Record<Decision, string> = {
  open: 'Open the finding again',
  false_positive: 'Not a problem: false positive',
  accepted_risk: 'A problem that is accepted',
};

/** The reason that was given last: the next finding often has the same one. */
let lastReason = '';

export function TriageDialog({
  row,
  proposal: { status, reason = lastReason },
  onClose,
  onDecided,
}: {
  row: FindingRow;
  proposal: Proposal;
  onClose(): void;
  /** With the findings that were decided about, and the name of the batch where there were several. */
  onDecided(ids: readonly string[], batchId?: string): void;
}) {
  const why = useRef<HTMLInputElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  const [all, setAll] = useState(false);
  useEffect(() => {
    if (why.current) why.current.select();
    else save.current?.focus();
  }, []);
  const { busy, error, submit } = useSubmit(async (fields) => {
    const day = String(fields.get('expires') ?? '');
    const body: TriageFindingBody = {
      status,
      reason: fields.has('reason') ? String(fields.get('reason')).trim() : undefined,
      expiresAt: day ? new Date(`${day}T23:59:59`).toISOString() : undefined,
    };
    lastReason = body.reason ?? lastReason;
    if (!all) {
      await request('PATCH', `/v1/security/findings/${row.id}`, { body });
      return onDecided([row.id]);
    }
    const batch = await request<TriageBatch>('POST', '/v1/security/findings/triage', {
      body: { likeFinding: row.id, ...body },
    });
    onDecided(batch.findingIds, batch.batchId);
  });
  return (
    <Dialog title={titles[status]} onClose={onClose}>
      <p class="quiet break">
        {row.title} in <span class="mono">{row.file}</span>
      </p>
      <form class="stack" onSubmit={submit}>
        {status !== 'open' && (
          <>
            <label class="field">
              <span>Why?</span>
              <input
                ref={why}
                name="reason"
                required
                maxLength={2_000}
                defaultValue={reason}
                placeholder="The value comes from our own configuration."
              />
            </label>
            <label class="field">
              <span>Until (optional; open again afterwards)</span>
              <input name="expires" type="date" />
            </label>
            <AlsoAlike row={row} status={status} chosen={all} onChange={setAll} />
          </>
        )}
        {error && <Failure error={error} />}
        <p class="small quiet">
          The decision is kept for every later scan, and in the audit log.
          {all && ' It can be undone as a whole.'}
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
