import { z } from 'zod';

/** Some of a few known words in a query, separated by commas: `high,critical`. */
export function commaList<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(words)).min(1).max(words.length))
    .meta({ type: 'string' });
}
