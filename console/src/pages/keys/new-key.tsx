import { useState } from 'preact/hooks';
import type { IssuedKey } from '../../../../clients/typescript/src/types.ts';

/** A key that was just made; the only time that it is shown. */
export function NewKey({ issued, onDone }: { issued: IssuedKey; onDone(): void }) {
  const [copied, setCopied] = useState(false);
  return (
    <section class="notice good" aria-label="The new key">
      <h2>{issued.name}: copy the key now</h2>
      <p class="quiet">It is not shown again, and nobody can read it back from the service.</p>
      <pre class="block">{issued.key}</pre>
      <div class="row">
        <button
          type="button"
          class="button"
          onClick={() => {
            // Where the page may not reach the clipboard, the key is still there to be selected.
            navigator.clipboard?.writeText(issued.key ?? '').then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {copied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" class="button plain" onClick={onDone}>
          I have it
        </button>
      </div>
    </section>
  );
}
