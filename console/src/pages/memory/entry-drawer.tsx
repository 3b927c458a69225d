import { useState } from 'preact/hooks';
import type { Entry } from '../../../../clients/typescript/src/types.ts';
import { request } from '../../api/request.ts';
import { may } from '../../api/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FlagBadges } from '../../ui/flag-badges.tsx';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { EntryForm } from './entry-form.tsx';

/** Everything about one entry, and what can be done with it. */
export function EntryDrawer({
  entry,
  onClose,
  onChanged,
}: {
  entry: Entry;
  onClose(): void;
  onChanged(): void;
}) {
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <Dialog title="Entry" drawer onClose={onClose}>
      {editing ? (
        <EntryForm entry={entry} namespace={entry.namespace} onSaved={onChanged} />
      ) : (
        <>
          <pre class="block entry-text">{entry.content}</pre>
          <dl class="facts">
            <dt>Id</dt>
            <dd class="mono">{entry.id}</dd>
            {entry.externalId !== undefined && (
              <>
                <dt>Your id</dt>
                <dd class="mono">{entry.externalId}</dd>
              </>
            )}
            {entry.occurredAt && (
              <>
                <dt>Happened</dt>
                <dd>{formatMoment(entry.occurredAt)}</dd>
              </>
            )}
            <dt>Written</dt>
            <dd>{formatMoment(entry.createdAt)}</dd>
            <dt>Changed</dt>
            <dd>{formatMoment(entry.updatedAt)}</dd>
            {entry.expiresAt && (
              <>
                <dt>Expires</dt>
                <dd>{formatMoment(entry.expiresAt)}</dd>
              </>
            )}
            {entry.source && (
              <>
                <dt>Comes from</dt>
                <dd>
                  {entry.source.kind}, trust {entry.source.trust}
                </dd>
              </>
            )}
          </dl>
          {entry.flags && (
            <>
              <h3>Flags</h3>
              <ul class="line-list">
                {entry.flags.map((flag, i) => (
                  <li key={i}>
                    <FlagBadges flags={[flag]} />
                    <span class="small quiet break">
                      <span class="mono">{flag.ruleId}</span>
                      {flag.path ? ` in ${flag.path}` : ` at ${formatNumber(flag.start)}`}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3>Metadata</h3>
          <pre class="block">{JSON.stringify(entry.metadata, null, 2)}</pre>
          {may('memory:write') && (
            <div class="row">
              <button type="button" class="button" onClick={() => setEditing(true)}>
                Edit
              </button>
              <button type="button" class="button danger" onClick={() => setDeleting(true)}>
                Delete
              </button>
            </div>
          )}
        </>
      )}
      {deleting && (
        <Confirm
          title="Delete this entry?"
          action="Delete it"
          run={async () => {
            await request('DELETE', `/v1/memory/entries/${entry.id}`);
            onChanged();
          }}
          onClose={() => setDeleting(false)}
        >
          <p>It is gone at once, from every search, and cannot be brought back.</p>
        </Confirm>
      )}
    </Dialog>
  );
}
