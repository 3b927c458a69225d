import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

/** Asks before something that cannot be undone, and stays open with the reason where it fails. */
export function Confirm({
  title,
  action,
  run,
  onClose,
  children,
}: {
  title: string;
  /** What the button says, such as `Delete 3 entries`. */
  action: string;
  run(): Promise<unknown>;
  onClose(): void;
  children: ComponentChildren;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const confirm = async () => {
    setBusy(true);
    try {
      await run();
      onClose();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">{children}</div>
      {error && <Failure error={error} />}
      <div class="row">
        <button type="button" class="button danger" disabled={busy} onClick={confirm}>
          {busy ? 'Working…' : action}
        </button>
      </div>
    </Dialog>
  );
}
