import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { firstItems } from '../../api/every-page.ts';
import { useLoad } from '../../api/load.ts';
import type { PageProps } from '../../shell/pages.ts';
import { ask } from '../../shell/router.ts';
import { Empty } from '../../ui/empty.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { repositoryName } from '../../ui/repository-name.ts';
import { DiffView } from './diff-view.tsx';
import { TrendView } from './trend-view.tsx';
import './compare.css';

const most = 200;

export default function Compare({ query }: PageProps) {
  const asked = query.get('repoUrl') ?? undefined;
  const newest = useLoad(
    (signal) => firstItems<Scan>('/v1/security/scan', { status: 'completed' }, most, signal),
    [],
  );
  return (
    <>
      <PageHead title="Compare" note="What changed between two scans, and how a repository develops." />
      <Loaded load={newest} what="Fetching scans">
        {({ items }) => {
          const repoUrl =
            asked ?? items.find(({ scanId }) => scanId === query.get('scanId'))?.repoUrl ?? items[0]?.repoUrl;
          if (repoUrl === undefined)
            return (
              <section class="card">
                <Empty title="Nothing to compare">
                  <p class="quiet">Two completed scans of a repository can be compared here.</p>
                </Empty>
              </section>
            );
          const repositories = new Set([...items.map((scan) => scan.repoUrl), repoUrl]);
          return (
            <>
              <label class="field">
                <span>Repository</span>
                <select
                  value={repoUrl}
                  onChange={(event) =>
                    ask({ repoUrl: event.currentTarget.value, scanId: undefined, against: undefined })
                  }
                >
                  {[...repositories].map((url) => (
                    <option key={url} value={url}>
                      {repositoryName(url)}
                    </option>
                  ))}
                </select>
              </label>
              <ScanPair repoUrl={repoUrl} query={query} key={repoUrl} />
              <TrendView repoUrl={repoUrl} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Two scans of a repository, to choose from its newest ones. */
function ScanPair({ repoUrl, query }: { repoUrl: string; query: URLSearchParams }) {
  const load = useLoad(
    (signal) => firstItems<Scan>('/v1/security/scan', { status: 'completed', repoUrl }, most, signal),
    [repoUrl],
  );
  return (
    <Loaded load={load} what="Fetching scans">
      {({ items }) => {
        const newer = items.find(({ scanId }) => scanId === query.get('scanId')) ?? items[0];
        if (!newer) return null;
        const earlier = items.slice(items.indexOf(newer) + 1);
        const older = earlier.find(({ scanId }) => scanId === query.get('against')) ?? earlier[0];
        if (!older)
          return (
            <section class="card">
              <Empty title="This is the first scan of the repository">
                <p class="quiet">The next one can be compared with it.</p>
              </Empty>
            </section>
          );
        return (
          <>
            <div class="row far">
              <ScanChoice
                name="Scan"
                scans={items}
                chosen={newer}
                onChange={(scanId) => ask({ repoUrl, scanId, against: undefined })}
              />
              <ScanChoice
                name="Against the earlier scan"
                scans={earlier}
                chosen={older}
                onChange={(against) => ask({ repoUrl, scanId: newer.scanId, against })}
              />
            </div>
            <DiffView scanId={newer.scanId} against={older.scanId} key={`${newer.scanId} ${older.scanId}`} />
          </>
        );
      }}
    </Loaded>
  );
}

function ScanChoice({
  name,
  scans,
  chosen,
  onChange,
}: {
  name: string;
  scans: readonly Scan[];
  chosen: Scan;
  onChange(scanId: string): void;
}) {
  return (
    <label class="field grow">
      <span>{name}</span>
      <select value={chosen.scanId} onChange={(event) => onChange(event.currentTarget.value)}>
        {scans.map(({ scanId, branch, commit, createdAt }) => (
          <option key={scanId} value={scanId}>
            {formatMoment(createdAt)}, {branch ?? 'default branch'} {commit?.slice(0, 8)}
          </option>
        ))}
      </select>
    </label>
  );
}
