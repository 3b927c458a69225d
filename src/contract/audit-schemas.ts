import { z } from 'zod';

export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string().describe('The id of the key that asked, or `local` for the command line.'),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
});
