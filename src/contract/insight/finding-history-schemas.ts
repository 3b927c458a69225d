import { z } from 'zod';
import { time } from '../time.ts';

/** In which scans a finding was seen. */

const seenIn = {
  scanId: z.string().describe('The scan.'),
  finishedAt: time('When it ended.'),
  branch: z.string().optional().describe('The branch or ref that was asked for.'),
  commit: z.string().optional().describe('The commit that was scanned.'),
};

const historyScan = z
  .object(seenIn)
  .meta({ id: 'HistoryScan', description: 'A scan in the history of a finding.' });

export const findingHistory = z
  .object({
    repoUrl: z.string().describe('The repository of the finding.'),
    firstSeen: historyScan.describe('The oldest scan that saw it.'),
    lastSeen: historyScan.describe('The newest scan that saw it.'),
    fixedIn: historyScan
      .optional()
      .describe('The first later scan of the branch that looked there and did not find it.'),
    scans: z
      .array(
        z
          .object({
            ...seenIn,
            suppressed: z.boolean().describe('Whether it did not count in this scan.'),
          })
          .meta({ id: 'Sighting', description: 'A scan that saw a finding.' }),
      )
      .describe('Every scan that saw it, newest first.'),
    truncated: z.literal(true).optional().describe('Older scans were not looked at.'),
  })
  .meta({ id: 'FindingHistory', description: 'In which scans a finding was seen.' });
