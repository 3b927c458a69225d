import type { AuditEvent } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { Empty } from '../../ui/empty.tsx';
import { formatMoment } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { type Column, PagedTable } from '../../ui/paged-table.tsx';

const columns: ReadonlyArray<Column<AuditEvent>> = [
  { title: 'When', class: 'nowrap', cell: ({ at }) => formatMoment(at) },
  { title: 'What', heading: true, cell: ({ action }) => action },
  { title: 'To what', class: 'mono break', cell: ({ subject }) => subject },
  { title: 'By', class: 'wide-only mono break', cell: ({ actor }) => actor },
  { title: 'Details', class: 'wide-only break quiet', cell: ({ details }) => detailsLine(details) },
];

export default function Audit() {
  const list = usePageList<AuditEvent>('/v1/audit', { limit: 100 });
  return (
    <>
      <PageHead title="Audit" note="What was done with keys, credentials and findings, newest first." />
      <PagedTable
        list={list}
        label="Audit log"
        what={['event', 'events']}
        empty={
          <Empty title="Nothing has happened yet">
            <p class="quiet">Issuing a key or deciding about a finding leaves a line here.</p>
          </Empty>
        }
        columns={columns}
        keyOf={({ id }) => id}
      />
    </>
  );
}

function detailsLine(details: AuditEvent['details']): string {
  return Object.entries(details)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
