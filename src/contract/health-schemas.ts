import { z } from 'zod';
import { sandboxKinds } from '../scan/model/sandbox.ts';

export const healthView = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Health', description: 'The process is alive.' });

export const readinessView = z
  .object({
    status: z.literal('ready').describe('Always `ready`.'),
    sandbox: z.enum(sandboxKinds).describe('What scans of repositories run in.'),
  })
  .meta({ id: 'Readiness', description: 'The service accepts requests.' });
