import type { Namespace, Readiness, Scan } from '../../../../clients/typescript/src/types.ts';
import { firstItems } from '../../api/every-page.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { may } from '../../api/session.ts';
import { href } from '../../shell/router.ts';
import { countedShort, formatBytes, formatShort } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { severities } from '../../ui/severity.tsx';
import { Tile } from '../../ui/tile.tsx';
import { FindingsPlot } from './findings-plot.tsx';
import { FirstSteps } from './first-steps.tsx';
import { newestScans } from './newest-scans.ts';
import { RecentScans } from './recent-scans.tsx';
import { TopNamespaces } from './top-namespaces.tsx';
import './overview.css';

const mostNamespaces = 1_000;
const mostScans = 200;

interface Seen {
  namespaces: { items: Namespace[]; more: boolean } | undefined;
  scans: { items: Scan[]; more: boolean } | undefined;
  readiness: Readiness | undefined;
}

async function look(signal: AbortSignal): Promise<Seen> {
  const [namespaces, scans, readiness] = await Promise.all([
    may('memory:read')
      ? firstItems<Namespace>('/v1/memory/namespaces', {}, mostNamespaces, signal)
      : undefined,
    may('scan:read') ? firstItems<Scan>('/v1/security/scan', {}, mostScans, signal) : undefined,
    request<Readiness>('GET', '/readyz', { signal }).catch(() => undefined),
  ]);
  return { namespaces, scans, readiness };
}

export default function Overview() {
  const load = useLoad(look, []);
  return (
    <>
      <PageHead title="Overview" note="What is stored, what was scanned, and what needs a decision." />
      <Loaded load={load} what="Looking around">
        {(seen) => (
          <>
            <Tiles {...seen} />
            {seen.namespaces?.items.length === 0 && seen.scans?.items.length === 0 ? (
              <FirstSteps />
            ) : (
              <>
                {seen.scans && seen.scans.items.length > 0 && <FindingsPlot scans={seen.scans.items} />}
                <div class="columns">
                  {seen.scans && <RecentScans scans={seen.scans.items.slice(0, 6)} />}
                  {seen.namespaces && <TopNamespaces namespaces={seen.namespaces.items} />}
                </div>
              </>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function Tiles({ namespaces, scans, readiness }: Seen) {
  const newest = scans && newestScans(scans.items);
  const open = newest?.reduce((sum, { summary }) => sum + countAll(summary), 0) ?? 0;
  const urgent = newest?.reduce((sum, { summary }) => sum + summary!.critical + summary!.high, 0) ?? 0;
  // Only the newest scans are looked at.
  const plus = scans?.more ? '+' : '';
  const entries = namespaces?.items.reduce((sum, one) => sum + one.entries, 0) ?? 0;
  const bytes = namespaces?.items.reduce((sum, one) => sum + one.bytes, 0) ?? 0;
  return (
    <div class="tiles">
      {namespaces && (
        <Tile name="Entries" value={formatShort(entries) + (namespaces.more ? '+' : '')}>
          {formatBytes(bytes)} in{' '}
          <a href={href(['memory'])}>{countedShort(namespaces.items.length, 'namespace', namespaces)}</a>
        </Tile>
      )}
      {newest && (
        <Tile name="Open findings" value={formatShort(open) + plus}>
          {urgent > 0 ? `${formatShort(urgent)} critical or high` : 'none critical or high'}
        </Tile>
      )}
      {newest && scans && (
        <Tile name="Repositories" value={formatShort(newest.length) + plus}>
          in <a href={href(['scans'])}>{countedShort(scans.items.length, 'scan', scans)}</a>
        </Tile>
      )}
      <Tile
        name="Service"
        word
        value={
          <span class={readiness ? 'health good' : 'health bad'}>{readiness ? 'Ready' : 'Not ready'}</span>
        }
      >
        {readiness ? `sandbox of scans: ${readiness.sandbox}` : 'it does not accept requests now'}
      </Tile>
    </div>
  );
}

function countAll(summary: Scan['summary']): number {
  return severities.reduce((sum, severity) => sum + (summary?.[severity] ?? 0), 0);
}
