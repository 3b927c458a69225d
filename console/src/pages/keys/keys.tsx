import { useState } from 'preact/hooks';
import type { IssuedKey, Key } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { request } from '../../api/request.ts';
import { session } from '../../api/session.ts';
import { Ago } from '../../ui/ago.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { type Column, PagedTable } from '../../ui/paged-table.tsx';
import { IssueKey } from './issue-key.tsx';
import { NewKey } from './new-key.tsx';

const columns: ReadonlyArray<Column<Key>> = [
  {
    title: 'Name',
    class: 'break',
    heading: true,
    cell: ({ name, id }) => (
      <>
        {name}
        <p class="small quiet mono">{id}</p>
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status }) => <span class={status === 'active' ? 'badge good' : 'badge'}>{status}</span>,
  },
  {
    title: 'May do',
    cell: ({ scopes, namespaces }) => (
      <>
        {scopes.join(', ')}
        {namespaces && <p class="small quiet break">only {namespaces.join(', ')}</p>}
      </>
    ),
  },
  {
    title: 'Last used',
    class: 'wide-only quiet',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago time={lastUsedAt} /> : 'never'),
  },
];

export default function Keys() {
  const list = usePageList<Key>('/v1/keys', { limit: 100 });
  const [dialog, setDialog] = useState<{ issue: true } | { revoke: Key } | { rotate: Key }>();
  const [issued, setIssued] = useState<IssuedKey>();
  const show = (key: IssuedKey) => {
    setDialog(undefined);
    setIssued(key);
    list.reload();
  };
  const actions = (key: Key) =>
    key.status === 'active' && (
      <span class="row">
        <button type="button" class="button compact" onClick={() => setDialog({ rotate: key })}>
          Replace<span class="unseen"> {key.name}</span>
        </button>
        {key.id !== session.value?.id && (
          <button type="button" class="button compact danger" onClick={() => setDialog({ revoke: key })}>
            Revoke<span class="unseen"> {key.name}</span>
          </button>
        )}
      </span>
    );
  return (
    <>
      <PageHead title="Keys" note="Who may do what. A key is shown once, when it is made.">
        <button type="button" class="button main-action" onClick={() => setDialog({ issue: true })}>
          Issue a key
        </button>
      </PageHead>
      {issued && <NewKey issued={issued} onDone={() => setIssued(undefined)} />}
      <PagedTable
        list={list}
        label="Keys"
        what={['key', 'keys']}
        empty={
          <Empty title="No key was issued">
            <p class="quiet">
              You are signed in with a key of the configuration. Issue one for each application, with only the
              scopes that it needs.
            </p>
          </Empty>
        }
        columns={[...columns, { title: <span class="unseen">Actions</span>, cell: actions }]}
        keyOf={({ id }) => id}
      />
      {dialog && 'issue' in dialog && (
        <Dialog title="Issue a key" onClose={() => setDialog(undefined)}>
          <IssueKey onIssued={show} />
        </Dialog>
      )}
      {dialog && 'revoke' in dialog && (
        <Confirm
          title={`Revoke ${dialog.revoke.name}?`}
          action="Revoke it"
          run={async () => {
            await request('DELETE', `/v1/keys/${dialog.revoke.id}`);
            list.reload();
          }}
          onClose={() => setDialog(undefined)}
        >
          <p>Whatever uses it is refused at once. A revoked key cannot be brought back.</p>
        </Confirm>
      )}
      {dialog && 'rotate' in dialog && (
        <Confirm
          title={`Replace ${dialog.rotate.name}?`}
          action="Make a new key"
          run={async () => show(await request<IssuedKey>('POST', `/v1/keys/${dialog.rotate.id}/rotate`))}
          onClose={() => setDialog(undefined)}
        >
          <p>A new key with the same rights is shown once. The old one works for another day.</p>
        </Confirm>
      )}
    </>
  );
}
