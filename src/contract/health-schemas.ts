import { z } from 'zod';

export const healthView = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Health', description: 'The process is alive.' });

export const readinessView = z
  .object({ status: z.literal('ready').describe('Always `ready`.') })
  .meta({ id: 'Readiness', description: 'The service accepts requests.' });
