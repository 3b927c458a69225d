import type { FindingRow, TriageBatch } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { counted } from '../../ui/format.ts';
import type { Decision } from './decision.ts';

/** Offers to decide about every open finding that looks like this one as well; not there where there is none. */
export function AlsoAlike({
  row,
  status,
  chosen,
  onChange,
}: {
  row: FindingRow;
  status: Decision;
  chosen: boolean;
  onChange(all: boolean): void;
}) {
  const alike = useLoad(
    (signal) =>
      request<TriageBatch>('POST', '/v1/security/findings/triage', {
        body: { likeFinding: row.id, status, reason: 'Only counted.', dryRun: true },
        signal,
      }),
    [row.id],
  );
  const others = (alike.data?.findingIds ?? []).filter((id) => id !== row.id).length;
  if (others === 0) return null;
  return (
    <label class="check">
      <input type="checkbox" checked={chosen} onChange={(event) => onChange(event.currentTarget.checked)} />
      Apply to {counted(others, 'other open finding')} of this rule that {others === 1 ? 'looks' : 'look'}{' '}
      like it
    </label>
  );
}
