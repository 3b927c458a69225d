import type { FindingHistory } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { href } from '../../shell/router.ts';
import { counted, formatMoment } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { TableBox } from '../../ui/table-box.tsx';
import { Unfolded } from '../../ui/unfolded.tsx';

type HistoryScan = FindingHistory['firstSeen'];

/** The scans that saw a finding: the first, the last, the one that fixed it, and all of them. */
export function SeenIn({ findingId }: { findingId: string }) {
  const load = useLoad(
    (signal) => request<FindingHistory>('GET', `/v1/security/findings/${findingId}/history`, { signal }),
    [findingId],
  );
  return (
    <Loaded load={load} what="Fetching its history">
      {({ firstSeen, lastSeen, fixedIn, scans, truncated }) => (
        <>
          <dl class="facts">
            <dt>First seen</dt>
            <dd>
              {truncated && 'before or in '}
              <ScanLink scan={firstSeen} />
            </dd>
            <dt>Last seen</dt>
            <dd>
              <ScanLink scan={lastSeen} />
            </dd>
            {fixedIn && (
              <>
                <dt>Fixed in</dt>
                <dd>
                  <ScanLink scan={fixedIn} />
                </dd>
              </>
            )}
          </dl>
          {scans.length > 1 && (
            <Unfolded title={`Seen in ${counted(scans.length, 'scan')}`}>
              <TableBox label="Scans that saw it">
                <thead>
                  <tr>
                    <th>Scan</th>
                    <th>Branch</th>
                    <th>Status</th>
                  </tr>
                </thead>
                <tbody>
                  {scans.map(({ suppressed, ...scan }) => (
                    <tr key={scan.scanId}>
                      <th scope="row">
                        <ScanLink scan={scan} />
                      </th>
                      <td class="quiet break">{scan.branch ?? 'default'}</td>
                      <td class="quiet">{suppressed ? 'suppressed' : 'open'}</td>
                    </tr>
                  ))}
                </tbody>
              </TableBox>
            </Unfolded>
          )}
        </>
      )}
    </Loaded>
  );
}

function ScanLink({ scan: { scanId, finishedAt, commit } }: { scan: HistoryScan }) {
  return (
    <>
      <a href={href(['scans', scanId])}>{formatMoment(finishedAt)}</a>
      {commit && <span class="mono small quiet"> {commit.slice(0, 8)}</span>}
    </>
  );
}
