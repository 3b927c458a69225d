import { z } from 'zod';

export const limitsView = z
  .object({
    plan: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('The plan of the key; 0 means no limit.'),
    limits: z
      .record(z.string(), z.record(z.string(), z.number()))
      .describe('The limits of requests, memory and scans, by name.'),
  })
  .meta({ id: 'Limits', description: 'The limits that apply to this key.' });
