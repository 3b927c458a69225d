import { z } from 'zod';
import { time } from '../time.ts';
import { date, daysQuery } from './usage-schemas.ts';

/** How findings came and went. */

export const trendQuery = daysQuery.extend({
  repoUrl: z.string().min(1).max(2_048).optional().describe('Only scans of this repository.'),
  branch: z.string().min(1).max(512).optional().describe('Only scans of this branch or ref.'),
});

const count = (what: string) => z.int().describe(what);

const open = z
  .object({
    critical: count('Of severity critical.'),
    high: count('Of severity high.'),
    medium: count('Of severity medium.'),
    low: count('Of severity low.'),
    info: count('Of severity info.'),
  })
  .meta({ id: 'OpenFindings', description: 'Open findings by severity.' });

export const trendView = z
  .object({
    days: z
      .array(
        z
          .object({
            date,
            scans: count('Scans that were completed.'),
            open,
            new: count('Findings that the scan before did not have.'),
            fixed: count('Open findings of the scan before that are gone.'),
          })
          .meta({
            id: 'TrendDay',
            description: 'One day; `open` is that of the newest scan of each repository at its end.',
          }),
      )
      .describe('Every day of the range, oldest first.'),
    scans: z
      .array(
        z
          .object({
            scanId: z.string().describe('The scan.'),
            repoUrl: z.string().describe('Its repository.'),
            branch: z.string().optional().describe('The branch or ref that was asked for.'),
            finishedAt: time('When it was completed.'),
            open,
            suppressed: count('Findings that do not count.'),
            new: count(
              'Against the scan of this repository and branch before it; absent for the first.',
            ).optional(),
            fixed: count('Likewise, open findings that are gone.').optional(),
          })
          .meta({ id: 'TrendScan', description: 'A completed scan in numbers.' }),
      )
      .describe('The completed scans of the range, oldest first.'),
    truncated: z.literal(true).optional().describe('There are more scans than the 500 that were looked at.'),
  })
  .meta({ id: 'Trends', description: 'How the findings of a repository, or of all, came and went.' });
