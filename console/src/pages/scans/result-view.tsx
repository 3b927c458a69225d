import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { href } from '../../shell/router.ts';
import { counted, formatNumber } from '../../ui/format.ts';
import { severities } from '../../ui/severity.tsx';

/** What a completed scan found, in numbers, and whether its policy passed. */
export function ResultView({ scan }: { scan: Scan }) {
  const { summary, policy, scanId } = scan;
  if (!summary) return null;
  return (
    <>
      <div class="tiles">
        {severities.map((severity) => (
          <a
            class={`tile severity-tile ${severity}`}
            key={severity}
            href={href(['findings'], { scanId, severity })}
          >
            <span class="small">{severity}</span>
            <span class="tile-value">{formatNumber(summary[severity])}</span>
          </a>
        ))}
      </div>
      <p class="quiet">
        {formatNumber(summary.suppressed)} suppressed
        {summary.new !== undefined && `, ${formatNumber(summary.new)} new`}
        {summary.fixed !== undefined && `, ${formatNumber(summary.fixed)} fixed since the baseline`}
        {scan.truncated && '. More were found than are kept; the least severe are missing'}.
      </p>
      {scan.remembered && (
        <p class="quiet break">
          {counted(scan.remembered.entries, 'entry', 'entries')} of its code in the namespace{' '}
          <a href={href(['memory', scan.remembered.namespace])}>{scan.remembered.namespace}</a>
          {scan.remembered.truncated && '; there is more code than the limits allow'}
          {scan.remembered.error && `; not all of it could be written: ${scan.remembered.error}`}.
        </p>
      )}
      {policy && (
        <div class={policy.passed ? 'notice good' : 'notice bad'}>
          <h2>The policy {policy.passed ? 'passed' : 'failed'}</h2>
          {policy.violations.map(({ rule, message }) => (
            <p key={rule}>{message}</p>
          ))}
        </div>
      )}
    </>
  );
}
