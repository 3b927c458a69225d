import { z } from 'zod';
import { scopes } from '../access/principal.ts';

export const limitsView = z
  .object({
    key: z
      .object({
        id: z.string().describe('Of the key; not a secret.'),
        scopes: z.array(z.enum(scopes)).describe('What it may do.'),
        namespaces: z
          .array(z.string())
          .optional()
          .describe('Patterns of the namespaces it may use; all when absent.'),
      })
      .describe('The key of the request.'),
    plan: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('The plan of the key; 0 means no limit.'),
    limits: z
      .record(z.string(), z.record(z.string(), z.number()))
      .describe('The limits of requests, memory and scans, by name.'),
  })
  .meta({ id: 'Limits', description: 'The limits that apply to this key.' });
