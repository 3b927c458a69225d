import { useState } from 'preact/hooks';
import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { may } from '../../api/session.ts';
import { ask, go, href } from '../../shell/router.ts';
import { Ago } from '../../ui/ago.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { type Column, PagedTable } from '../../ui/paged-table.tsx';
import { repositoryName } from '../../ui/repository-name.ts';
import { ScanState } from '../../ui/scan-state.tsx';
import { StartScan } from './start-scan.tsx';

const columns: ReadonlyArray<Column<Scan>> = [
  {
    title: 'Repository',
    class: 'break',
    heading: true,
    cell: ({ scanId, repoUrl }) => <a href={href(['scans', scanId])}>{repositoryName(repoUrl)}</a>,
  },
  { title: 'Branch', class: 'wide-only quiet break', cell: ({ branch }) => branch ?? 'default' },
  { title: 'Result', cell: (scan) => <ScanState scan={scan} /> },
  { title: 'Asked for', class: 'quiet nowrap', cell: ({ createdAt }) => <Ago time={createdAt} /> },
];

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
      <PagedTable
        list={list}
        label="Scans"
        what={['scan', 'scans']}
        empty={
          <Empty title={filtered ? 'No scan matches' : 'No scan yet'}>
            <p class="quiet">
              {filtered
                ? 'The repository must be the URL as it was scanned.'
                : 'Start one here with the clone URL of a repository, or from CI with the lorekeep action.'}
            </p>
          </Empty>
        }
        columns={columns}
        keyOf={({ scanId }) => scanId}
      />
      {starting && (
        <Dialog title="Start a scan" onClose={() => setStarting(false)}>
          <StartScan onStarted={(scanId) => go(['scans', scanId])} />
        </Dialog>
      )}
    </>
  );
}
