import type { Finding, ScanDiff } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { usePageList } from '../../api/page-list.ts';
import { request } from '../../api/request.ts';
import { formatNumber } from '../../ui/format.ts';
import { Listed } from '../../ui/listed.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SeverityBadge } from '../../ui/severity.tsx';
import { shorten } from '../../ui/shorten.ts';
import { Tile } from '../../ui/tile.tsx';
import { Unfolded } from '../../ui/unfolded.tsx';

interface Compared {
  scanId: string;
  against: string;
}

export function DiffView({ scanId, against }: Compared) {
  const load = useLoad(
    (signal) =>
      request<ScanDiff>('GET', `/v1/security/scan/${scanId}/diff`, { query: { against, limit: 1 }, signal }),
    [scanId, against],
  );
  return (
    <Loaded load={load} what="Comparing">
      {({ summary }) => (
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
            <section class="card flush">
              <div class="card-head">
                <h2>New</h2>
              </div>
              <Changes scanId={scanId} against={against} list="new" empty="Nothing new was found." />
            </section>
            <section class="card flush">
              <div class="card-head">
                <h2>Fixed</h2>
              </div>
              <Changes scanId={scanId} against={against} list="fixed" empty="Nothing was fixed in between." />
            </section>
          </div>
          {summary.unchanged > 0 && (
            <section class="card flush">
              <Unfolded title={<h2>Unchanged</h2>}>
                <Changes scanId={scanId} against={against} list="unchanged" empty="" />
              </Unfolded>
            </section>
          )}
        </>
      )}
    </Loaded>
  );
}

/** One list of what changed, page by page. */
function Changes({
  scanId,
  against,
  list: name,
  empty,
}: Compared & { list: 'new' | 'fixed' | 'unchanged'; empty: string }) {
  const path = `/v1/security/scan/${scanId}/diff`;
  const list = usePageList<Finding>(path, { against, list: name, limit: 50 }, name);
  return (
    <Listed list={list} what={['finding', 'findings']} empty={<p class="change-none quiet">{empty}</p>}>
      <ul class="line-list change-list">
        {list.items.map(({ id, severity, title, file, line }) => (
          <li key={id}>
            <span class="row">
              <SeverityBadge severity={severity} />
              <span class="break">{shorten(title, 200)}</span>
            </span>
            <span class="mono small quiet break">
              {shorten(file, 300)}:{line}
            </span>
          </li>
        ))}
      </ul>
    </Listed>
  );
}
