import type { Scan } from '../../../../clients/typescript/src/types.ts';
import { formatMoment, formatNumber } from '../../ui/format.ts';
import { repositoryName } from '../../ui/repository-name.ts';
import { severities } from '../../ui/severity.tsx';
import { TableBox } from '../../ui/table-box.tsx';
import { Unfolded } from '../../ui/unfolded.tsx';

const most = 30;
const height = 120;

/** Open findings of the last completed scans, oldest first: one column a scan, stacked by severity, and the same as a table. */
export function FindingsPlot({ scans }: { scans: readonly Scan[] }) {
  const shown = scans
    .filter(({ summary }) => summary)
    .slice(0, most)
    .reverse();
  if (shown.length === 0) return null;
  const total = ({ summary }: Scan) => severities.reduce((sum, severity) => sum + summary![severity], 0);
  const highest = Math.max(1, ...shown.map(total));
  return (
    <section class="card">
      <div class="card-head">
        <h2>Findings of the last scans</h2>
        <p class="legend-row small">
          {severities.map((severity) => (
            <span key={severity}>
              <span class={`dot ${severity}`} aria-hidden="true" /> {severity}
            </span>
          ))}
        </p>
      </div>
      <div class="columns-plot" aria-hidden="true">
        {shown.map((scan) => (
          <div
            class="plot-column"
            key={scan.scanId}
            title={`${repositoryName(scan.repoUrl)}: ${total(scan)}`}
          >
            {severities.map((severity) => {
              const share = (height * scan.summary![severity]) / highest;
              return share > 0 && <span class={severity} style={{ height: `${Math.max(2, share)}px` }} />;
            })}
          </div>
        ))}
      </div>
      <Unfolded title="The same as a table">
        <TableBox label="Findings of the last scans">
          <thead>
            <tr>
              <th>Repository</th>
              <th>Finished</th>
              {severities.map((severity) => (
                <th class="end" key={severity}>
                  {severity}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.toReversed().map((scan) => (
              <tr key={scan.scanId}>
                <th scope="row">{repositoryName(scan.repoUrl)}</th>
                <td>{formatMoment(scan.finishedAt ?? scan.createdAt)}</td>
                {severities.map((severity) => (
                  <td class="end" key={severity}>
                    {formatNumber(scan.summary![severity])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableBox>
      </Unfolded>
    </section>
  );
}
