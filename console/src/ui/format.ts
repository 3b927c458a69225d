/** Numbers, sizes and times the way the reader's own system writes them. */
const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

export const formatNumber = (value: number): string => whole.format(value);
export const formatShort = (value: number): string => (value < 10_000 ? whole : short).format(value);
export const formatMoment = (time: string): string => moment.format(new Date(time));
export const formatDay = (time: string | number): string => day.format(new Date(time));

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** `12K scans`; `200+ scans` where there are more than were counted. */
export function countedShort(count: number, one: string, { many = `${one}s`, more = false } = {}): string {
  return `${formatShort(count)}${more ? '+' : ''} ${count === 1 && !more ? one : many}`;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatBytes(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: byteUnits[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

export function formatDuration(ms: number): string {
  const [value, unit] =
    ms < 1_000 ? [ms, 'millisecond'] : ms < 60_000 ? [ms / 1_000, 'second'] : [ms / 60_000, 'minute'];
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: unit as 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: (value as number) < 10 && ms >= 1_000 ? 1 : 0,
  }).format(value as number);
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.35],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const;

/** `3 minutes ago`. */
export function formatAgo(time: string, now: number): string {
  let value = (Date.parse(time) - now) / 1_000;
  for (const [unit, size] of steps) {
    if (Math.abs(value) < size) return relative.format(Math.round(value), unit);
    value /= size;
  }
  return '';
}
