import type { Entry } from '../../../../clients/typescript/src/types.ts';
import { readJson } from '../../api/exact-json.ts';
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
    const content = text('content');
    const metadata = readMetadata(text('metadata'));
    if (entry) {
      // What was not edited is not sent: a text area has no carriage returns, and a browser may round a long number.
      const changed = {
        ...(content !== inTextArea(entry.content) && { content }),
        ...(text('metadata') !== inTextArea(written(entry)) && { metadata }),
      };
      // Refused where somebody else changed the entry meanwhile.
      const body = { ...changed, ifUpdatedAt: entry.updatedAt };
      if (Object.keys(changed).length > 0) await request('PATCH', `/v1/memory/entries/${entry.id}`, { body });
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
          defaultValue={entry ? written(entry) : '{}'}
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

function written({ metadata }: Entry): string {
  return JSON.stringify(metadata, null, 2);
}

/** As a text area gives back what it was given. */
function inTextArea(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

function readMetadata(text: string): unknown {
  try {
    return readJson(text.trim() || '{}');
  } catch (error) {
    throw new Error(`The metadata is not JSON: ${(error as Error).message}`);
  }
}
