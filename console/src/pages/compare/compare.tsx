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

const most = 200;

export default function Compare({ query }: PageProps) {
  const load = useLoad(
    (signal) => firstItems<Scan>('/v1/security/scan', { status: 'completed' }, most, signal),
    [],
  );
  return (
    <>
      <PageHead title="Compare" note="What changed between two scans, and how a repository develops." />
      <Loaded load={load} what="Fetching scans">
        {({ items }) => {
          const newer = items.find(({ scanId }) => scanId === query.get('scanId')) ?? items[0];
          if (!newer)
            return (
              <section class="card">
                <Empty title="Nothing to compare">
                  <p class="quiet">Two completed scans of a repository can be compared here.</p>
                </Empty>
              </section>
            );
          const earlier = items.filter(
            ({ repoUrl, createdAt }) => repoUrl === newer.repoUrl && createdAt < newer.createdAt,
          );
          const older = earlier.find(({ scanId }) => scanId === query.get('against')) ?? earlier[0];
          return (
            <>
              <div class="row far">
                <ScanChoice
                  name="Scan"
                  scans={items}
                  chosen={newer}
                  onChange={(scanId) => ask({ scanId, against: undefined })}
                />
                {older && (
                  <ScanChoice
                    name="Against the earlier scan"
                    scans={earlier}
                    chosen={older}
                    onChange={(against) => ask({ scanId: newer.scanId, against })}
                  />
                )}
              </div>
              {older ? (
                <DiffView scanId={newer.scanId} against={older.scanId} />
              ) : (
                <section class="card">
                  <Empty title="This is the first scan of the repository">
                    <p class="quiet">The next one can be compared with it.</p>
                  </Empty>
                </section>
              )}
              <TrendView repoUrl={newer.repoUrl} />
            </>
          );
        }}
      </Loaded>
    </>
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
        {scans.map(({ scanId, repoUrl, commit, createdAt }) => (
          <option key={scanId} value={scanId}>
            {repositoryName(repoUrl)} {commit?.slice(0, 8)}, {formatMoment(createdAt)}
          </option>
        ))}
      </select>
    </label>
  );
}
