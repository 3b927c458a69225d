import { z } from 'zod';

export const findingId = z.object({ id: z.string().max(100).describe('The id of the finding.') });
