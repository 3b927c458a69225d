import { useState } from 'preact/hooks';
import type { UsageByDay, UsageDay } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { formatBytes, formatDuration, formatNumber } from '../../ui/format.ts';
import { LinePlot } from '../../ui/line-plot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';

interface Plot {
  title: string;
  format?: (value: number) => string;
  lines: ReadonlyArray<[keyof Omit<UsageDay, 'date'>, string, string]>;
}

const plots: readonly Plot[] = [
  {
    title: 'Requests',
    lines: [
      ['requests', 'requests', 'accent'],
      ['errors', 'errors', 'critical'],
    ],
  },
  {
    title: 'Memory',
    lines: [
      ['searches', 'searches', 'accent'],
      ['writes', 'writes', 'low'],
    ],
  },
  { title: 'Scans', lines: [['scans', 'scans', 'accent']] },
  {
    title: 'Waiting for the embedding model',
    format: formatDuration,
    lines: [['embedWaitMs', 'time', 'accent']],
  },
  {
    title: 'Traffic',
    format: formatBytes,
    lines: [
      ['bytesReceived', 'received', 'accent'],
      ['bytesSent', 'sent', 'low'],
    ],
  },
];

export default function Usage() {
  const [days, setDays] = useState(30);
  const load = useLoad(
    (signal) => request<UsageByDay>('GET', '/v1/usage', { query: { days }, signal }),
    [days],
  );
  return (
    <>
      <PageHead title="Usage" note="What this tenant asked for, by day (UTC).">
        <label class="check">
          Days
          <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            <option>7</option>
            <option>30</option>
            <option>90</option>
            <option>365</option>
          </select>
        </label>
      </PageHead>
      <Loaded load={load} what="Fetching usage">
        {({ days: all }) => (
          <div class="columns">
            {plots.map(({ title, format = formatNumber, lines }) => (
              <section class="card" key={title}>
                <h2>{title}</h2>
                <LinePlot
                  label={title}
                  dates={all.map(({ date }) => date)}
                  series={lines.map(([field, name, colour]) => ({
                    name,
                    colour,
                    values: all.map((day) => day[field]),
                  }))}
                  format={format}
                />
              </section>
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}
