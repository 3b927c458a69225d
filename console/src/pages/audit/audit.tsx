import type { AuditEvent } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { Empty } from '../../ui/empty.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Listed } from '../../ui/listed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TableBox } from '../../ui/table-box.tsx';

export default function Audit() {
  const list = usePageList<AuditEvent>('/v1/audit', { limit: 100 });
  return (
    <>
      <PageHead title="Audit" note="What was done with keys, credentials and findings, newest first." />
      <section class="card flush">
        <Listed
          list={list}
          what="events"
          empty={
            <Empty title="Nothing has happened yet">
              <p class="quiet">Issuing a key or deciding about a finding leaves a line here.</p>
            </Empty>
          }
        >
          <TableBox label="Audit log">
            <thead>
              <tr>
                <th>When</th>
                <th>What</th>
                <th>To what</th>
                <th class="wide-only">By</th>
                <th class="wide-only">Details</th>
              </tr>
            </thead>
            <tbody>
              {list.items.map(({ id, at, actor, action, subject, details }) => (
                <tr key={id}>
                  <td class="nowrap">{formatMoment(at)}</td>
                  <th scope="row">{action}</th>
                  <td class="mono break">{subject}</td>
                  <td class="wide-only mono break">{actor}</td>
                  <td class="wide-only break quiet">
                    {Object.entries(details)
                      .map(
                        ([key, value]) =>
                          `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
                      )
                      .join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </TableBox>
        </Listed>
      </section>
    </>
  );
}
