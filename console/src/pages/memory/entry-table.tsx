import type { Entry } from '../../../../clients/typescript/src/types.ts';
import { Ago } from '../../ui/ago.tsx';
import { shorten } from '../../ui/shorten.ts';
import { TableBox } from '../../ui/table-box.tsx';

export function EntryTable({ entries, onOpen }: { entries: readonly Entry[]; onOpen(entry: Entry): void }) {
  return (
    <TableBox label="Entries">
      <thead>
        <tr>
          <th>Text</th>
          <th class="wide-only">Metadata</th>
          <th>Changed</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td class="break">
              <button type="button" class="entry-button" onClick={() => onOpen(entry)}>
                {shorten(entry.content, 240)}
              </button>
            </td>
            <td class="wide-only">
              <MetadataLine metadata={entry.metadata} />
            </td>
            <td class="quiet nowrap">
              <Ago time={entry.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}

const most = 4;

function MetadataLine({ metadata }: { metadata: Entry['metadata'] }) {
  const pairs = Object.entries(metadata);
  return (
    <span class="row">
      {pairs.slice(0, most).map(([key, value]) => (
        <span class="badge" key={key}>
          {shorten(key, 24)}: {shorten(typeof value === 'string' ? value : JSON.stringify(value), 24)}
        </span>
      ))}
      {pairs.length > most && <span class="small quiet">and {pairs.length - most} more</span>}
    </span>
  );
}
