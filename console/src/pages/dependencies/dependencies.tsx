import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { firstItems } from '../../api/every-page.ts';
import { useLoad } from '../../api/load.ts';
import { download } from '../../api/request.ts';
import type { PageProps } from '../../shell/pages.ts';
import { ask } from '../../shell/router.ts';
import { Empty } from '../../ui/empty.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { repositoryName } from '../../ui/repository-name.ts';
import { useSaving } from '../../ui/use-saving.tsx';
import { PackageList } from './package-list.tsx';
import { VulnerablePackages } from './vulnerable-packages.tsx';
import './dependencies.css';

const most = 200;

export default function Dependencies({ query }: PageProps) {
  const load = useLoad(
    (signal) => firstItems<Scan>('/v1/security/scan', { status: 'completed' }, most, signal),
    [],
  );
  const { save, failure } = useSaving();
  const asked = query.get('scanId');
  return (
    <Loaded load={load} what="Fetching scans">
      {({ items }) => {
        const scanId = asked ?? items[0]?.scanId;
        const saveAs = (format: string, extension: string) =>
          save(() => download(`/v1/security/scan/${scanId}`, { format }, `${scanId}.${extension}`));
        return (
          <>
            <PageHead
              title="Dependencies"
              note="What the repository brings along, what is vulnerable in it, and how it gets there."
            >
              {scanId && (
                <>
                  <button type="button" class="button" onClick={() => saveAs('cyclonedx', 'cdx.json')}>
                    CycloneDX
                  </button>
                  <button type="button" class="button" onClick={() => saveAs('spdx', 'spdx.json')}>
                    SPDX
                  </button>
                </>
              )}
            </PageHead>
            {failure}
            {scanId === undefined ? (
              <section class="card">
                <Empty title="No scan yet">
                  <p class="quiet">
                    Dependencies are read from the lockfiles of a repository when it is scanned.
                  </p>
                </Empty>
              </section>
            ) : (
              <>
                <label class="field">
                  <span>Scan</span>
                  <select value={scanId} onChange={(event) => ask({ scanId: event.currentTarget.value })}>
                    {items.map((scan) => (
                      <option key={scan.scanId} value={scan.scanId}>
                        {repositoryName(scan.repoUrl)}, {formatMoment(scan.createdAt)}
                      </option>
                    ))}
                    {!items.some((scan) => scan.scanId === scanId) && (
                      <option value={scanId}>{scanId}</option>
                    )}
                  </select>
                </label>
                <VulnerablePackages scanId={scanId} key={`v ${scanId}`} />
                <PackageList scanId={scanId} key={`p ${scanId}`} />
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
