import { useState } from 'preact/hooks';
import type { Entry } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { ApiError, request } from '../../api/request.ts';
import { saveFile } from '../../api/save-file.ts';
import { may } from '../../api/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { counted, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { shorten } from '../../ui/shorten.ts';
import { useSaving } from '../../ui/use-saving.tsx';

const shownEntries = 12;
const exported = 500;
const perDelete = 1_000;

/** Nothing where it was deleted since the map was drawn. */
const findEntry = (id: string, signal?: AbortSignal) =>
  request<Entry>('GET', `/v1/memory/entries/${id}`, { signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });

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
    async (signal) => {
      const found = await Promise.all(ids.slice(0, shownEntries).map((id) => findEntry(id, signal)));
      return found.filter((entry) => entry !== undefined);
    },
    [ids.join()],
  );
  const { save, failure } = useSaving();
  const exportThem = async () => {
    const lines: string[] = [];
    for (const id of ids.slice(0, exported)) {
      const entry = await findEntry(id);
      if (entry) lines.push(JSON.stringify(entry));
    }
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
          <button type="button" class="button" onClick={() => save(exportThem)}>
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
      {failure}
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
