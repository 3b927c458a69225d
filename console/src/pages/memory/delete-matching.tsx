import type { DeleteResult, Filter } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { segment } from '../../api/segment.ts';
import { go } from '../../shell/router.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { counted } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';

/** Deletes what the filter matches, after counting it; without a filter, the whole namespace. */
export function DeleteMatching({
  namespace,
  filter,
  onClose,
  onDeleted,
}: {
  namespace: string;
  filter: Filter | undefined;
  onClose(): void;
  onDeleted(): void;
}) {
  const chosen = filter ? { namespace, filter } : { namespace, all: true };
  const dry = useLoad(
    (signal) =>
      request<DeleteResult>('POST', '/v1/memory/entries/delete', {
        body: { ...chosen, dryRun: true },
        signal,
      }),
    [],
  );
  const matched = dry.data?.matched ?? 0;
  const run = async () => {
    if (!dry.data) throw new Error('What would be deleted is not counted yet.');
    if (filter) await request('POST', '/v1/memory/entries/delete', { body: chosen });
    else await request('DELETE', `/v1/memory/namespaces/${segment(namespace)}`);
    if (filter) onDeleted();
    else go(['memory']);
  };
  return (
    <Confirm
      title={filter ? 'Delete what the filter matches?' : 'Delete the whole namespace?'}
      action={`Delete ${counted(matched, 'entry', 'entries')}`}
      run={run}
      onClose={onClose}
    >
      <Loaded load={dry} what="Counting">
        {() => (
          <p>
            <strong>{counted(matched, 'entry', 'entries')}</strong> of{' '}
            <strong class="break">{namespace}</strong> {filter ? 'match the filter' : 'are all there is'}.
            Deleting cannot be undone; an export first can.
          </p>
        )}
      </Loaded>
    </Confirm>
  );
}
