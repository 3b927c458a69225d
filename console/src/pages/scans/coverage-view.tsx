import type { Coverage } from '../../../../clients/typescript/src/types.ts';
import { counted, formatBytes, formatDay, formatNumber } from '../../ui/format.ts';
import { TableBox } from '../../ui/table-box.tsx';

const most = 500;

/** What was read, and what was not and why: a scan that says nothing about that cannot be trusted. */
export function CoverageView({ coverage }: { coverage: Coverage }) {
  const { skipped, engines, advisoriesDate } = coverage;
  return (
    <section class="card flush">
      <div class="card-head">
        <h2>Coverage</h2>
        <span class={coverage.complete ? 'badge good' : 'badge medium'}>
          {coverage.complete ? 'complete' : 'not complete'}
        </span>
      </div>
      <dl class="facts coverage-facts">
        <dt>Read</dt>
        <dd>
          {counted(coverage.files, 'file')}, {formatBytes(coverage.bytes)}
        </dd>
        {coverage.history && (
          <>
            <dt>History</dt>
            <dd>{counted(coverage.history.files, 'earlier version')}</dd>
          </>
        )}
        <dt>Engines</dt>
        <dd>{engines.map(({ id }) => id).join(', ')}</dd>
        {advisoriesDate && (
          <>
            <dt>Advisories of</dt>
            <dd>{formatDay(advisoriesDate)}</dd>
          </>
        )}
        {coverage.sandbox && (
          <>
            <dt>Sandbox</dt>
            <dd>{coverage.sandbox}</dd>
          </>
        )}
      </dl>
      {skipped.length > 0 && (
        <TableBox label="What was not read">
          <thead>
            <tr>
              <th>Not read</th>
              <th>Why</th>
              <th class="wide-only">Engine</th>
            </tr>
          </thead>
          <tbody>
            {skipped.slice(0, most).map(({ path, reason, message, engine, count, kind }) => (
              <tr key={`${path} ${reason} ${engine}`}>
                <th scope="row" class="mono break">
                  {path}
                  {count !== undefined && <span class="quiet"> and {formatNumber(count)} more</span>}
                </th>
                <td>
                  {kind === 'failed' && <span class="badge high">failed</span>} {message}
                </td>
                <td class="wide-only quiet">{engine ?? 'all'}</td>
              </tr>
            ))}
          </tbody>
        </TableBox>
      )}
      {skipped.length > most && (
        <p class="list-foot small quiet">
          The first {formatNumber(most)} of {formatNumber(skipped.length)}; a report has all of them.
        </p>
      )}
    </section>
  );
}
