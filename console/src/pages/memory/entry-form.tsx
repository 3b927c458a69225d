import type { Entry } from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';
import { Failure } from '../../ui/failure.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

/** Writes a new entry, or changes one. */
export function EntryForm({
  entry,
  namespace,
  onSaved,
}: {
  entry?: Entry;
  /** Where a new entry goes; asked for when absent. */
  namespace?: string;
  onSaved(namespace: string): void;
}) {
  const { busy, error, submit } = useSubmit(async (fields) => {
    const text = (name: string) => String(fields.get(name) ?? '');
    const into = namespace ?? text('namespace');
    const metadata = readMetadata(text('metadata'));
    const content = text('content');
    if (entry) {
      // Refused where somebody else changed the entry meanwhile.
      const body = { content, metadata, ifUpdatedAt: entry.updatedAt };
      await request('PATCH', `/v1/memory/entries/${entry.id}`, { body });
    } else {
      const externalId = text('externalId') || undefined;
      const body = { namespace: into, entries: [{ content, metadata, externalId }] };
      await request('POST', '/v1/memory/entries', { body });
    }
    onSaved(into);
  });
  return (
    <form class="stack" onSubmit={submit}>
      {!entry && namespace === undefined && (
        <label class="field">
          <span>Namespace</span>
          <input name="namespace" required maxLength={256} placeholder="support-tickets" />
        </label>
      )}
      <label class="field">
        <span>Text</span>
        <textarea name="content" required rows={6} defaultValue={entry?.content ?? ''} />
      </label>
      <label class="field">
        <span>Metadata, as JSON</span>
        <textarea
          name="metadata"
          class="mono"
          rows={4}
          spellcheck={false}
          defaultValue={entry ? JSON.stringify(entry.metadata, null, 2) : '{}'}
        />
      </label>
      {!entry && (
        <label class="field">
          <span>Your own id (optional; writing it again replaces the entry)</span>
          <input name="externalId" />
        </label>
      )}
      {error && <Failure error={error} />}
      <div class="row">
        <button type="submit" class="button main-action" disabled={busy}>
          {busy ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
  );
}

function readMetadata(text: string): unknown {
  try {
    return JSON.parse(text.trim() || '{}');
  } catch (error) {
    throw new Error(`The metadata is not JSON: ${(error as Error).message}`);
  }
}
