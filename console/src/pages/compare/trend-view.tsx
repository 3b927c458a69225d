import type { Trends } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { LinePlot } from '../../ui/line-plot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { repositoryName } from '../../ui/repository-name.ts';
import { severities } from '../../ui/severity.tsx';

/** Open findings of a repository over the last ninety days. */
export function TrendView({ repoUrl }: { repoUrl: string }) {
  const load = useLoad(
    (signal) => request<Trends>('GET', '/v1/security/trends', { query: { repoUrl, days: 90 }, signal }),
    [repoUrl],
  );
  return (
    <section class="card">
      <h2 class="break">Open findings of {repositoryName(repoUrl)}</h2>
      <Loaded load={load} what="Fetching the trend">
        {({ days }) => (
          <LinePlot
            label="Open findings by day"
            dates={days.map(({ date }) => date)}
            series={severities.map((severity) => ({
              name: severity,
              colour: severity,
              values: days.map(({ open }) => open[severity]),
            }))}
          />
        )}
      </Loaded>
    </section>
  );
}
