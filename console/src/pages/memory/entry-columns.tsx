import type { Entry } from '../../../../clients/typescript/src/types.ts';
import { Ago } from '../../ui/ago.tsx';
import { FlagBadges } from '../../ui/flag-badges.tsx';
import type { Column } from '../../ui/paged-table.tsx';
import { shorten } from '../../ui/shorten.ts';

export function entryColumns(onOpen: (entry: Entry) => void): ReadonlyArray<Column<Entry>> {
  return [
    {
      title: 'Text',
      class: 'break',
      cell: (entry) => (
        <>
          <button type="button" class="entry-button" onClick={() => onOpen(entry)}>
            {shorten(entry.content, 240)}
          </button>
          <FlagBadges flags={entry.flags} />
        </>
      ),
    },
    { title: 'Metadata', class: 'wide-only', cell: ({ metadata }) => <MetadataLine metadata={metadata} /> },
    { title: 'Changed', class: 'quiet nowrap', cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
  ];
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
