import type { Scan } from '../../../clients/typescript/src/types.ts';
import { SeverityCounts } from './severity.tsx';

/** What became of a scan so far, in one line. */
export function ScanState({ scan }: { scan: Scan }) {
  if (scan.status === 'completed' && scan.summary)
    return (
      <span class="row">
        <SeverityCounts summary={scan.summary} />
        {scan.policy && (
          <span class={scan.policy.passed ? 'badge good' : 'badge critical'}>
            policy {scan.policy.passed ? 'passed' : 'failed'}
          </span>
        )}
      </span>
    );
  if (scan.status === 'failed')
    return (
      <span class="row">
        <span class="badge critical">{scan.errorCode === 'cancelled' ? 'cancelled' : 'failed'}</span>
        <span class="small quiet break">{scan.error}</span>
      </span>
    );
  const percent = Math.round(scan.progress?.percent ?? 0);
  return (
    <span class="row">
      <span class="badge accent">{scan.status}</span>
      {scan.progress && (
        <span class="small quiet number">
          {scan.progress.phase}, {percent} %
        </span>
      )}
    </span>
  );
}
