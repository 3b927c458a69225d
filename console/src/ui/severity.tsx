import type { ScanSummary, Severity } from '../../../clients/typescript/src/types.ts';
import { formatNumber } from './format.ts';

export const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info'];

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <span class={`badge ${severity}`}>{severity}</span>;
}

/** How many findings of each severity, as numbers in colours that also say their name. */
export function SeverityCounts({ summary }: { summary: ScanSummary }) {
  const some = severities.filter((severity) => summary[severity] > 0);
  if (some.length === 0) return <span class="badge good">no findings</span>;
  return (
    <span class="row">
      {some.map((severity) => (
        <span class={`badge ${severity}`} key={severity}>
          {formatNumber(summary[severity])} {severity}
        </span>
      ))}
    </span>
  );
}
