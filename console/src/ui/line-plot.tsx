import { useState } from 'preact/hooks';
import { formatDay, formatNumber } from './format.ts';
import './line-plot.css';
import { TableBox } from './table-box.tsx';
import { Unfolded } from './unfolded.tsx';

export interface Series {
  name: string;
  /** What colour the line has: a severity, or `accent`. */
  colour: string;
  values: readonly number[];
}

const width = 1_000;
const height = 100;

/**
 * Lines over days, with a table of the same numbers. Drawn as SVG: a year of days is a path of 365 points, which needs no library
 * and takes its colours from the theme.
 */
export function LinePlot({
  label,
  dates,
  series,
  format = formatNumber,
}: {
  label: string;
  dates: readonly string[];
  series: readonly Series[];
  format?: (value: number) => string;
}) {
  const [at, setAt] = useState<number>();
  const last = dates.length - 1;
  const highest = Math.max(1, ...series.flatMap(({ values }) => values));
  const x = (i: number) => (last === 0 ? width / 2 : (width * i) / last);
  const y = (value: number) => height - (height * value) / highest;
  const read = at ?? last;
  const choose = (i: number) => setAt(Math.max(0, Math.min(last, i)));
  return (
    <figure class="line-plot">
      <p class="small quiet number">highest {format(highest)}</p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${label}: day`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={read}
        aria-valuetext={readOut(dates[read]!, series, read, format)}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          choose(read + step);
        }}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          choose(Math.round(((event.clientX - box.left) / box.width) * last));
        }}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <title>{label}</title>
          <path class="grid" d={`M0 0H${width}M0 ${height / 2}H${width}`} />
          {at !== undefined && <path class="cursor" d={`M${x(at)} 0V${height}`} />}
          {series.map(({ name, colour, values }) => (
            <path
              key={name}
              class={colour}
              d={values
                .map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(2)}`)
                .join('')}
            />
          ))}
        </svg>
      </div>
      <figcaption class="small quiet">
        <p class="row spread">
          <span>{formatDay(dates[0]!)}</span>
          <span>{formatDay(dates[last]!)}</span>
        </p>
        <p class="legend-row">
          <span>{formatDay(dates[read]!)}:</span>
          {series.map(({ name, colour, values }) => (
            <span key={name} class="number">
              <span class={`dot ${colour}`} aria-hidden="true" /> {name} {format(values[read]!)}
            </span>
          ))}
        </p>
      </figcaption>
      <Unfolded title="The same as a table">
        <TableBox label={label}>
          <thead>
            <tr>
              <th>Day</th>
              {series.map(({ name }) => (
                <th class="end" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dates.map((date, i) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                {series.map(({ name, values }) => (
                  <td class="end" key={name}>
                    {format(values[i]!)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableBox>
      </Unfolded>
    </figure>
  );
}

function readOut(
  date: string,
  series: readonly Series[],
  at: number,
  format: (value: number) => string,
): string {
  return `${formatDay(date)}: ${series.map(({ name, values }) => `${name} ${format(values[at]!)}`).join(', ')}`;
}
