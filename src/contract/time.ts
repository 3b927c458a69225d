import { z } from 'zod';

/** A point in time in a response: ISO 8601 in UTC. */
export function time(description: string) {
  return z.iso.datetime().describe(description);
}
