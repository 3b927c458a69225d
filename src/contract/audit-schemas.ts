import { z } from 'zod';
import { pageOf } from './page.ts';
import { time } from './time.ts';

export const auditEvent = z
  .object({
    id: z.string().describe('Of the event.'),
    at: time('When it happened.'),
    actor: z.string().describe('The id of the key that asked, or `local` for the command line.'),
    action: z.string().describe('What was done, such as `key.issued`.'),
    subject: z.string().describe('The id of what it was done to.'),
    details: z.record(z.string(), z.unknown()).describe('More about it; never a secret.'),
  })
  .meta({ id: 'AuditEvent', description: 'Something that was done with keys, credentials or findings.' });

export const auditPage = pageOf('AuditPage', auditEvent);
