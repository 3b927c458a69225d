import { useState } from 'preact/hooks';
import type { Entry } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { saveFile } from '../../api/save-file.ts';
import { may } from '../../api/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { counted, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { shorten } from '../../ui/shorten.ts';

const shownEntries = 12;
const exported = 500;
const perDelete = 1_000;

const getEntry = (id: string, signal?: AbortSignal) =>
  request<Entry>('GET', `/v1/memory/entries/${id}`, { signal });

/** The entries that were chosen on the map: the first of them, and what can be done with all. */
export function Selection({
  namespace,
  ids,
  onDeleted,
}: {
  namespace: string;
  ids: readonly string[];
  onDeleted(): void;
}) {
  const [deleting, setDeleting] = useState(false);
  const load = useLoad(
    (signal) => Promise.all(ids.slice(0, shownEntries).map((id) => getEntry(id, signal))),
    [ids.join()],
  );
  const save = async () => {
    const lines: string[] = [];
    for (const id of ids.slice(0, exported)) lines.push(JSON.stringify(await getEntry(id)));
    saveFile(new Blob([`${lines.join('\n')}\n`]), `${namespace}-selection.ndjson`);
  };
  const remove = async () => {
    for (let i = 0; i < ids.length; i += perDelete)
      await request('POST', '/v1/memory/entries/delete', {
        body: { namespace, ids: ids.slice(i, i + perDelete) },
      });
    onDeleted();
  };
  return (
    <section class="card" aria-label="Chosen entries">
      <div class="card-head">
        <h2>{counted(ids.length, 'entry', 'entries')} chosen</h2>
        <span class="row">
          <button type="button" class="button" onClick={save}>
            {ids.length > exported ? `Export the first ${formatNumber(exported)}` : 'Export'}
          </button>
          {may('memory:write') && (
            <button type="button" class="button danger" onClick={() => setDeleting(true)}>
              Delete…
            </button>
          )}
        </span>
      </div>
      <Loaded load={load} what="Fetching entries">
        {(entries) => (
          <ul class="line-list">
            {entries.map(({ id, content }) => (
              <li key={id} class="break">
                {shorten(content, 200)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {ids.length > shownEntries && (
        <p class="small quiet">and {formatNumber(ids.length - shownEntries)} more</p>
      )}
      {deleting && (
        <Confirm
          title="Delete what is chosen?"
          action={`Delete ${counted(ids.length, 'entry', 'entries')}`}
          run={remove}
          onClose={() => setDeleting(false)}
        >
          <p>They are gone at once, from every search, and cannot be brought back.</p>
        </Confirm>
      )}
    </section>
  );
}
