import { useState } from 'preact/hooks';
import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { may } from '../../api/session.ts';
import { ask, go, href } from '../../shell/router.ts';
import { Ago } from '../../ui/ago.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Listed } from '../../ui/listed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { repositoryName } from '../../ui/repository-name.ts';
import { ScanState } from '../../ui/scan-state.tsx';
import { TableBox } from '../../ui/table-box.tsx';
import { StartScan } from './start-scan.tsx';

export function ScanList({ query }: { query: URLSearchParams }) {
  const status = query.get('status') ?? '';
  const repoUrl = query.get('repoUrl') ?? '';
  const [starting, setStarting] = useState(false);
  const list = usePageList<Scan>('/v1/security/scan', { limit: 50, status, repoUrl });
  const filtered = status !== '' || repoUrl !== '';
  return (
    <>
      <PageHead title="Scans" note="Each scan checks one commit of a repository with every engine.">
        {may('scan:write') && (
          <button type="button" class="button main-action" onClick={() => setStarting(true)}>
            Start a scan
          </button>
        )}
      </PageHead>
      <form
        class="row filters"
        aria-label="Filter"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget as HTMLFormElement);
          ask({ repoUrl: String(fields.get('repoUrl')).trim(), status });
        }}
      >
        <label class="field">
          <span>Status</span>
          <select value={status} onChange={(event) => ask({ status: event.currentTarget.value })}>
            <option value="">any</option>
            {['pending', 'running', 'completed', 'failed'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label class="field grow">
          <span>Repository</span>
          <input
            type="search"
            name="repoUrl"
            defaultValue={repoUrl}
            placeholder="https://… (Enter applies it)"
          />
        </label>
      </form>
      <section class="card flush">
        <Listed
          list={list}
          what="scans"
          empty={
            <Empty title={filtered ? 'No scan matches' : 'No scan yet'}>
              <p class="quiet">
                {filtered
                  ? 'The repository must be the URL as it was scanned.'
                  : 'Start one here with the clone URL of a repository, or from CI with the lorekeep action.'}
              </p>
            </Empty>
          }
        >
          <TableBox label="Scans">
            <thead>
              <tr>
                <th>Repository</th>
                <th class="wide-only">Branch</th>
                <th>Result</th>
                <th>Asked for</th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((scan) => (
                <tr key={scan.scanId}>
                  <th scope="row" class="break">
                    <a href={href(['scans', scan.scanId])}>{repositoryName(scan.repoUrl)}</a>
                  </th>
                  <td class="wide-only quiet break">{scan.branch ?? 'default'}</td>
                  <td>
                    <ScanState scan={scan} />
                  </td>
                  <td class="quiet nowrap">
                    <Ago time={scan.createdAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </TableBox>
        </Listed>
      </section>
      {starting && (
        <Dialog title="Start a scan" onClose={() => setStarting(false)}>
          <StartScan onStarted={(scanId) => go(['scans', scanId])} />
        </Dialog>
      )}
    </>
  );
}
