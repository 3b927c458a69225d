import type { FindingGroup } from '../../../../clients/typescript/src/types.ts';
import { formatNumber } from '../../ui/format.ts';
import { SeverityBadge } from '../../ui/severity.tsx';
import { shorten } from '../../ui/shorten.ts';
import { TableBox } from '../../ui/table-box.tsx';

export function FindingGroups({
  by,
  groups,
  onMore,
  onChoose,
}: {
  by: string;
  groups: readonly FindingGroup[];
  onMore: (() => void) | undefined;
  onChoose(key: string): void;
}) {
  return (
    <section class="card flush">
      <TableBox label={`Findings by ${by}`}>
        <thead>
          <tr>
            <th>Worst</th>
            <th>{by === 'file' ? 'File' : 'Rule'}</th>
            <th class="end">Findings</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, title, severity, count }) => (
            <tr key={key}>
              <td>
                <SeverityBadge severity={severity} />
              </td>
              <td class="break">
                <button type="button" class="link-button" onClick={() => onChoose(key)}>
                  {by === 'file' ? <span class="mono">{shorten(key, 300)}</span> : shorten(title, 200)}
                </button>
                {by !== 'file' && <p class="small quiet mono">{key}</p>}
              </td>
              <td class="end">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </TableBox>
      {onMore && (
        <div class="list-foot">
          <button type="button" class="button" onClick={onMore}>
            Show more
          </button>
        </div>
      )}
    </section>
  );
}
