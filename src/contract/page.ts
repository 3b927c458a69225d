import { z } from 'zod';

/** A whole number in a query. Digits alone count: `0x10`, `1e2` and an empty text are numbers to JavaScript, not to a caller. */
export function wholeNumber(fallback: number, max: number) {
  return wholeNumberUpTo(max).default(fallback).meta({ default: fallback });
}

export function wholeNumberUpTo(max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN),
    z.int().min(1).max(max),
  );
}

/** A list that is short enough to come whole. */
export function listOf<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({ items: z.array(item).describe('All of them.') })
    .meta({ id, description: 'A whole list.' });
}

/** A page of a list: its items, and the cursor of the next page where there is one. */
export function pageOf<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({
      items: z.array(item).describe('The items of this page.'),
      nextCursor: z
        .string()
        .optional()
        .describe('Send it as `cursor` for the next page; absent on the last.'),
    })
    .meta({ id, description: 'One page of a list.' });
}

/** How every list is asked for: 50 items unless the caller says otherwise, 200 at most. */
export const pageQuery = z.strictObject({
  limit: wholeNumber(50, 200).describe('The most items of a page.'),
  cursor: z
    .string()
    .min(1)
    .max(2_048)
    .optional()
    .describe('`nextCursor` of the page before; absent for the first.'),
});
