import { formatAgo, formatMoment } from './format.ts';

/** A time as people say it; the exact one is there for whoever points at it. */
export function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatMoment(time)}>
      {formatAgo(time, Date.now())}
    </time>
  );
}
