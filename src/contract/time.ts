import { z } from 'zod';
import { hasPlainYear } from '../kernel/iso-time.ts';

/** A point in time in a response: ISO 8601 in UTC. */
export function time(description: string) {
  return z.iso.datetime().describe(description);
}

/** A point in time in a request, with any offset. In UTC it must have a year of four digits, or the service could not read what it returns. */
export const timeInput = z.iso.datetime({ offset: true }).refine(
  (value) => {
    const ms = Date.parse(value);
    return Number.isNaN(ms) || hasPlainYear(ms);
  },
  { message: 'Must be in the years 0000 to 9999 of UTC.', params: { code: 'time_out_of_range' } },
);
