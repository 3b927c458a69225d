import { useState } from 'preact/hooks';
import type { Namespace } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { may } from '../../api/session.ts';
import { ask, go, href } from '../../shell/router.ts';
import { Ago } from '../../ui/ago.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { type Column, PagedTable } from '../../ui/paged-table.tsx';
import { EntryForm } from './entry-form.tsx';

const columns: ReadonlyArray<Column<Namespace>> = [
  {
    title: 'Namespace',
    class: 'break',
    heading: true,
    cell: ({ name }) => <a href={href(['memory', name])}>{name}</a>,
  },
  { title: 'Entries', class: 'end', cell: ({ entries }) => formatNumber(entries) },
  { title: 'Size', class: 'end', cell: ({ bytes }) => formatBytes(bytes) },
  { title: 'Model', class: 'wide-only quiet', cell: ({ model }) => model },
  { title: 'Last write', class: 'quiet', cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
];

export function Namespaces({ query }: { query: URLSearchParams }) {
  const prefix = query.get('prefix') ?? '';
  const list = usePageList<Namespace>('/v1/memory/namespaces', { limit: 100, prefix });
  const [writing, setWriting] = useState(false);
  return (
    <>
      <PageHead title="Memory" note="Namespaces group entries that are searched together.">
        {may('memory:write') && (
          <button type="button" class="button main-action" onClick={() => setWriting(true)}>
            Write an entry
          </button>
        )}
      </PageHead>
      {(list.more || prefix) && (
        <form
          class="row filters"
          aria-label="Filter"
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget as HTMLFormElement);
            ask({ prefix: String(fields.get('prefix')).trim() });
          }}
        >
          <label class="field grow">
            <span>Name begins with</span>
            <input type="search" name="prefix" defaultValue={prefix} placeholder="user- (Enter applies it)" />
          </label>
        </form>
      )}
      <PagedTable
        list={list}
        label="Namespaces"
        what={['namespace', 'namespaces']}
        empty={
          prefix ? (
            <Empty title="No namespace begins like this">
              <p class="quiet">Upper and lower case are different.</p>
            </Empty>
          ) : (
            <Empty title="No namespace yet">
              <p class="quiet">
                A namespace begins with its first entry. Write one here, import a file with{' '}
                <code>lorekeep memory import</code>, or use the API.
              </p>
            </Empty>
          )
        }
        columns={columns}
        keyOf={({ name }) => name}
      />
      {writing && (
        <Dialog title="Write an entry" onClose={() => setWriting(false)}>
          <EntryForm onSaved={(namespace) => go(['memory', namespace])} />
        </Dialog>
      )}
    </>
  );
}
