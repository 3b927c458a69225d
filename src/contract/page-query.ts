import { z } from 'zod';

/** A whole number in a query. Digits alone count: `0x10`, `1e2` and an empty text are numbers to JavaScript, not to a caller. */
export function wholeNumber(fallback: number, max: number) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN),
      z.int().min(1).max(max),
    )
    .default(fallback)
    .meta({ default: fallback });
}

/** How every list is asked for: 50 items unless the caller says otherwise, 200 at most. */
export const pageQuery = z.strictObject({
  limit: wholeNumber(50, 200),
  cursor: z.string().min(1).max(2_048).optional(),
});
