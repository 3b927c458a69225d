import { useState } from 'preact/hooks';
import type { Entry, Filter, Namespace } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { usePageList } from '../../api/page-list.ts';
import { download, request } from '../../api/request.ts';
import { segment } from '../../api/segment.ts';
import { may } from '../../api/session.ts';
import { href } from '../../shell/router.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { counted, formatBytes } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { useSaving } from '../../ui/use-saving.tsx';
import { DeleteMatching } from './delete-matching.tsx';
import { entryColumns } from './entry-columns.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { EntryForm } from './entry-form.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { FlagChoice, type FlagFilter, withFlags } from './flag-choice.tsx';
import { GuardForm } from './guard-form.tsx';

export function NamespaceView({ name }: { name: string }) {
  const [typed, setTyped] = useState<Filter>();
  const [flags, setFlags] = useState<FlagFilter>('');
  const filter = withFlags(typed, flags);
  const [open, setOpen] = useState<Entry>();
  const [dialog, setDialog] = useState<'write' | 'delete' | 'guard'>();
  const about = useLoad(
    (signal) => request<Namespace>('GET', `/v1/memory/namespaces/${segment(name)}`, { signal }),
    [name],
  );
  const list = usePageList<Entry>('/v1/memory/entries', {
    namespace: name,
    limit: 50,
    filter: filter && JSON.stringify(filter),
  });
  const refresh = () => {
    list.reload();
    about.reload();
  };
  const { save, failure } = useSaving();
  const keys = [...new Set(list.items.flatMap(({ metadata }) => Object.keys(metadata)))].slice(0, 50);
  return (
    <>
      <PageHead
        title={name}
        note={
          about.data &&
          `${counted(about.data.entries, 'entry', 'entries')}, ${formatBytes(about.data.bytes)}, embedded by ${about.data.model}`
        }
      >
        <a class="button" href={href(['playground'], { namespace: name })}>
          Search
        </a>
        <a class="button" href={href(['map'], { namespace: name })}>
          Map
        </a>
        <button
          type="button"
          class="button"
          onClick={() => save(() => download('/v1/memory/export', { namespace: name }, `${name}.ndjson`))}
        >
          Export
        </button>
        {may('memory:write') && (
          <>
            <button type="button" class="button" onClick={() => setDialog('guard')}>
              Guard…
            </button>
            <button type="button" class="button danger" onClick={() => setDialog('delete')}>
              Delete…
            </button>
            <button type="button" class="button main-action" onClick={() => setDialog('write')}>
              Write an entry
            </button>
          </>
        )}
      </PageHead>
      <section class="card">
        <h2 class="unseen">Filter</h2>
        <FlagChoice value={flags} onChange={setFlags} />
        <FilterBuilder keys={keys} onChange={setTyped} />
      </section>
      <h2 class="unseen">Entries</h2>
      <PagedTable
        list={list}
        label="Entries"
        what={['entry', 'entries']}
        empty={
          <Empty title={filter ? 'No entry matches this filter' : 'This namespace is empty'}>
            <p class="quiet">
              {filter
                ? 'Types count: the number 7 and the text "7" are two things.'
                : 'Its entries were deleted or have expired.'}
            </p>
          </Empty>
        }
        columns={entryColumns(setOpen)}
        keyOf={({ id }) => id}
      />
      {open && (
        <EntryDrawer
          entry={open}
          onClose={() => setOpen(undefined)}
          onChanged={() => {
            setOpen(undefined);
            refresh();
          }}
        />
      )}
      {failure}
      {dialog === 'write' && (
        <Dialog title="Write an entry" onClose={() => setDialog(undefined)}>
          <EntryForm
            namespace={name}
            onSaved={() => {
              setDialog(undefined);
              refresh();
            }}
          />
        </Dialog>
      )}
      {dialog === 'guard' && about.data && (
        <GuardForm
          namespace={about.data}
          onClose={() => setDialog(undefined)}
          onSaved={() => {
            setDialog(undefined);
            refresh();
          }}
        />
      )}
      {dialog === 'delete' && (
        <DeleteMatching
          namespace={name}
          filter={filter}
          onClose={() => setDialog(undefined)}
          onDeleted={refresh}
        />
      )}
    </>
  );
}
