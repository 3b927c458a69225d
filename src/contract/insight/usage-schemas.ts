import { z } from 'zod';
import { wholeNumber } from '../page.ts';

/** What a tenant asked for, day by day. */

export const daysQuery = z.strictObject({
  days: wholeNumber(30, 365).describe('How many days back, today included.'),
});

const count = (what: string) => z.int().describe(what);

export const date = z.string().describe('The day (UTC), such as `2026-11-16`.');

export const usageByDay = z
  .object({
    days: z
      .array(
        z
          .object({
            date,
            requests: count('Requests with a valid key.'),
            errors: count('Of them, those with a status of 400 or more.'),
            writes: count('Requests that wrote entries.'),
            searches: count('Searches and contexts.'),
            scans: count('Scans that were started.'),
            embedWaitMs: count('Milliseconds of waiting for the embedding model, not of processor time.'),
            bytesReceived: count('Bytes of the bodies of requests.'),
            bytesSent: count('Bytes of the bodies of responses, without streams.'),
          })
          .meta({ id: 'UsageDay', description: 'What was asked for on one day.' }),
      )
      .describe('Every day of the range, oldest first.'),
  })
  .meta({ id: 'UsageByDay', description: 'What a tenant asked for, on all nodes together.' });
