import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { href } from '../../shell/router.ts';
import { Ago } from '../../ui/ago.tsx';
import { Empty } from '../../ui/empty.tsx';
import { repositoryName } from '../../ui/repository-name.ts';
import { ScanState } from '../../ui/scan-state.tsx';

export function RecentScans({ scans }: { scans: readonly Scan[] }) {
  return (
    <section class="card">
      <div class="card-head">
        <h2>Recent scans</h2>
        <a class="small" href={href(['scans'])}>
          All scans
        </a>
      </div>
      {scans.length === 0 ? (
        <Empty title="No scan yet">
          <p class="quiet">Start one on the page of scans, or from CI.</p>
        </Empty>
      ) : (
        <ul class="line-list">
          {scans.map((scan) => (
            <li key={scan.scanId}>
              <div class="row spread">
                <a class="break" href={href(['scans', scan.scanId])}>
                  {repositoryName(scan.repoUrl)}
                </a>
                <span class="small quiet">
                  <Ago time={scan.createdAt} />
                </span>
              </div>
              <ScanState scan={scan} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
