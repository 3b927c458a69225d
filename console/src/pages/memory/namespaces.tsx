import { useState } from 'preact/hooks';
import type { Namespace } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { may } from '../../api/session.ts';
import { go, href } from '../../shell/router.ts';
import { Ago } from '../../ui/ago.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { Listed } from '../../ui/listed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TableBox } from '../../ui/table-box.tsx';
import { EntryForm } from './entry-form.tsx';

export function Namespaces() {
  const list = usePageList<Namespace>('/v1/memory/namespaces', { limit: 100 });
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
      <section class="card flush">
        <Listed
          list={list}
          what="namespaces"
          empty={
            <Empty title="No namespace yet">
              <p class="quiet">
                A namespace begins with its first entry. Write one here, import a file with{' '}
                <code>lorekeep memory import</code>, or use the API.
              </p>
            </Empty>
          }
        >
          <TableBox label="Namespaces">
            <thead>
              <tr>
                <th>Namespace</th>
                <th class="end">Entries</th>
                <th class="end">Size</th>
                <th class="wide-only">Model</th>
                <th>Last write</th>
              </tr>
            </thead>
            <tbody>
              {list.items.map(({ name, entries, bytes, model, updatedAt }) => (
                <tr key={name}>
                  <th scope="row" class="break">
                    <a href={href(['memory', name])}>{name}</a>
                  </th>
                  <td class="end">{formatNumber(entries)}</td>
                  <td class="end">{formatBytes(bytes)}</td>
                  <td class="wide-only quiet">{model}</td>
                  <td class="quiet">
                    <Ago time={updatedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </TableBox>
        </Listed>
      </section>
      {writing && (
        <Dialog title="Write an entry" onClose={() => setWriting(false)}>
          <EntryForm onSaved={(namespace) => go(['memory', namespace])} />
        </Dialog>
      )}
    </>
  );
}
