import { useState } from 'preact/hooks';
import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { download, request } from '../../api/request.ts';
import { may } from '../../api/session.ts';
import { go, href } from '../../shell/router.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/failure.tsx';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { repositoryName } from '../../ui/repository-name.ts';
import { useSaving } from '../../ui/use-saving.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { CoverageView } from './coverage-view.tsx';
import { Progress } from './progress.tsx';
import { ResultView } from './result-view.tsx';
import { useScan } from './use-scan.ts';

const reports = ['html', 'sarif', 'cyclonedx', 'spdx', 'gitlab', 'junit', 'markdown', 'csv'] as const;

export function ScanView({ scanId }: { scanId: string }) {
  const { scan, error } = useScan(scanId);
  const { save, failure } = useSaving();
  const [asking, setAsking] = useState<'cancel' | 'delete'>();
  if (error) return <Failure error={error} />;
  if (!scan) return <Waiting what="Fetching the scan" />;
  const running = scan.status === 'pending' || scan.status === 'running';
  const path = `/v1/security/scan/${scan.scanId}`;
  return (
    <>
      <PageHead title={repositoryName(scan.repoUrl)} note={<Headline scan={scan} />}>
        {scan.status === 'completed' && (
          <>
            <a class="button main-action" href={href(['findings'], { scanId })}>
              Findings
            </a>
            <a class="button" href={href(['dependencies'], { scanId })}>
              Dependencies
            </a>
            <a class="button" href={href(['compare'], { repoUrl: scan.repoUrl, scanId })}>
              Compare
            </a>
            {scan.remembered && may('memory:read') && (
              <a class="button" href={href(['playground'], { namespace: scan.remembered.namespace })}>
                Ask its code
              </a>
            )}
            <ReportChoice
              onChoose={(format) =>
                save(() => download(path, { format }, `${scan.scanId}.${extensionOf(format)}`))
              }
            />
          </>
        )}
        {may('scan:write') && (
          <button
            type="button"
            class="button danger"
            onClick={() => setAsking(running ? 'cancel' : 'delete')}
          >
            {running ? 'Cancel' : 'Delete'}
          </button>
        )}
      </PageHead>
      {failure}
      {running && <Progress scan={scan} />}
      {scan.status === 'failed' && (
        <div class="notice bad">
          <h2>{scan.errorCode === 'cancelled' ? 'The scan was cancelled' : 'The scan failed'}</h2>
          <p class="break">{scan.error}</p>
          <p class="small quiet">
            Code <code>{scan.errorCode}</code>. What each code means is in the guide on scanning.
          </p>
        </div>
      )}
      {scan.status === 'completed' && <ResultView scan={scan} />}
      {scan.coverage && <CoverageView coverage={scan.coverage} />}
      {asking === 'cancel' && (
        <Confirm
          title="Cancel this scan?"
          action="Cancel the scan"
          run={() => request('POST', `${path}/cancel`)}
          onClose={() => setAsking(undefined)}
        >
          <p>Its processes are stopped, and nothing that it found so far is kept.</p>
        </Confirm>
      )}
      {asking === 'delete' && (
        <Confirm
          title="Delete this scan?"
          action="Delete the scan"
          run={async () => {
            await request('DELETE', path);
            go(['scans']);
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>The scan and its findings are gone for good. Decisions about findings are kept.</p>
        </Confirm>
      )}
    </>
  );
}

function Headline({ scan }: { scan: Scan }) {
  const { branch, commit, startedAt, finishedAt } = scan;
  const took = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : undefined;
  return (
    <span class="break">
      {branch ?? 'default branch'}
      {commit && (
        <>
          {' '}
          at <span class="mono">{commit.slice(0, 12)}</span>
        </>
      )}
      , {formatMoment(scan.createdAt)}
      {took !== undefined && `, took ${formatDuration(took)}`}
    </span>
  );
}

type Report = (typeof reports)[number];

function ReportChoice({ onChoose }: { onChoose(format: Report): void }) {
  return (
    <select
      class="report-choice"
      aria-label="Download a report"
      value=""
      onChange={(event) => {
        onChoose(event.currentTarget.value as Report);
        event.currentTarget.value = '';
      }}
    >
      <option value="" disabled>
        Report…
      </option>
      {reports.map((format) => (
        <option key={format}>{format}</option>
      ))}
    </select>
  );
}

function extensionOf(format: Report): string {
  if (format === 'html' || format === 'csv' || format === 'sarif') return format;
  if (format === 'markdown') return 'md';
  return format === 'junit' ? 'xml' : `${format}.json`;
}
