import { z } from 'zod';

export const limitsView = z.object({
  plan: z.record(z.string(), z.union([z.string(), z.number()])),
  limits: z.record(z.string(), z.record(z.string(), z.number())),
});
