import type { Finding, ScanDiff } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SeverityBadge } from '../../ui/severity.tsx';
import { shorten } from '../../ui/shorten.ts';
import { Tile } from '../../ui/tile.tsx';

const most = 200;

export function DiffView({ scanId, against }: { scanId: string; against: string }) {
  const load = useLoad(
    (signal) => request<ScanDiff>('GET', `/v1/security/scan/${scanId}/diff`, { query: { against }, signal }),
    [scanId, against],
  );
  return (
    <Loaded load={load} what="Comparing">
      {({ summary, new: added, fixed, unchanged }) => (
        <>
          <div class="tiles">
            <Tile name="New" value={formatNumber(summary.new)}>
              only in this scan
            </Tile>
            <Tile name="Fixed" value={formatNumber(summary.fixed)}>
              only in the earlier one
            </Tile>
            <Tile name="Unchanged" value={formatNumber(summary.unchanged)}>
              in both
            </Tile>
            <Tile name="Suppressed" value={formatNumber(summary.suppressed)}>
              do not count
            </Tile>
          </div>
          <div class="columns">
            <ChangeList title="New" findings={added} empty="Nothing new was found." />
            <ChangeList title="Fixed" findings={fixed} empty="Nothing was fixed in between." />
          </div>
          <ChangeList title="Unchanged" findings={unchanged} empty="The two scans have nothing in common." />
        </>
      )}
    </Loaded>
  );
}

function ChangeList({
  title,
  findings,
  empty,
}: {
  title: string;
  findings: readonly Finding[];
  empty: string;
}) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {findings.length === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <ul class="line-list">
          {findings.slice(0, most).map(({ id, severity, title: text, file, line }) => (
            <li key={id}>
              <span class="row">
                <SeverityBadge severity={severity} />
                <span class="break">{shorten(text, 200)}</span>
              </span>
              <span class="mono small quiet break">
                {shorten(file, 300)}:{line}
              </span>
            </li>
          ))}
        </ul>
      )}
      {findings.length > most && (
        <p class="small quiet">
          The first {formatNumber(most)} of {formatNumber(findings.length)}.
        </p>
      )}
    </section>
  );
}
