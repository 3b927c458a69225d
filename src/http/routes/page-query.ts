import { z } from 'zod';

/** How every list is asked for: 50 items unless the caller says otherwise, 200 at most. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(2_048).optional(),
});
