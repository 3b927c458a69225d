import { useState } from 'preact/hooks';
import type { FindingRow, TriagedFinding } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { usePageList } from '../../api/page-list.ts';
import { request } from '../../api/request.ts';
import { Listed } from '../../ui/listed.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SeverityBadge } from '../../ui/severity.tsx';
import { PackageView } from '../findings/package-view.tsx';

export function VulnerablePackages({ scanId }: { scanId: string }) {
  const list = usePageList<FindingRow>('/v1/security/findings', {
    scanId,
    engine: 'dependencies',
    status: 'open',
    limit: 100,
  });
  return (
    <section class="card flush">
      <div class="card-head">
        <h2>Vulnerable</h2>
      </div>
      <Listed
        list={list}
        what={['vulnerable package', 'vulnerable packages']}
        empty={<p class="package-line quiet">No package has a known vulnerability.</p>}
      >
        <ul>
          {list.items.map((row) => (
            <Vulnerable row={row} key={row.id} />
          ))}
        </ul>
      </Listed>
    </section>
  );
}

function Vulnerable({ row }: { row: FindingRow }) {
  const [open, setOpen] = useState(false);
  return (
    <li class="package-line">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="package-summary">
          <SeverityBadge severity={row.severity} /> <span class="break">{row.title}</span>
        </summary>
        {open && <Details id={row.id} />}
      </details>
    </li>
  );
}

function Details({ id }: { id: string }) {
  const load = useLoad(
    (signal) => request<TriagedFinding>('GET', `/v1/security/findings/${id}`, { signal }),
    [id],
  );
  return (
    <Loaded load={load} what="Fetching the finding">
      {({ finding }) => (
        <div class="stack package-details">
          <p class="break">{finding.description}</p>
          {finding.package && <PackageView details={finding.package} />}
          {finding.suggestion && <p class="break">{finding.suggestion}</p>}
        </div>
      )}
    </Loaded>
  );
}
