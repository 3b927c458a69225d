import { z } from 'zod';
import { memoryLimits } from '../../memory/limits.ts';
import { wholeNumber } from '../page.ts';

/** A namespace as a picture. */

export const mapQuery = z.strictObject({
  sample: wholeNumber(5_000, memoryLimits.mapPoints).describe('The most points; entries are evenly spread.'),
  colour: z
    .string()
    .max(1_024)
    .regex(/^\/([^~]|~[01])+$/, 'Must be a JSON Pointer, such as /topic.')
    .optional()
    .describe(
      'A JSON Pointer into the metadata, such as `/topic`: points with the same value get the same colour.',
    ),
  query: z
    .string()
    .min(1)
    .max(memoryLimits.queryBytes)
    .optional()
    .describe('A text to show among the entries.'),
});

const coordinate = z.number().describe('From -1 to 1 for entries.');

export const mapView = z
  .object({
    namespace: z.string().describe('The name of the namespace.'),
    model: z.string().describe('The model whose vectors are shown.'),
    total: z.int().describe('Entries of the namespace.'),
    variance: z.array(z.number()).describe('The share of all differences that each of the two axes shows.'),
    points: z
      .object({
        ids: z.array(z.string()).describe('The entries.'),
        x: z.array(coordinate).describe('One of each entry.'),
        y: z.array(coordinate).describe('One of each entry.'),
        colours: z
          .array(z.int())
          .optional()
          .describe('Of each entry the position of its value in `colours`, or -1.'),
      })
      .meta({ id: 'MapPoints', description: 'Columns of equal length.' }),
    colours: z.array(z.string()).optional().describe('The commonest values at `colour`, up to 20, as text.'),
    query: z
      .object({ x: coordinate, y: coordinate })
      .meta({ id: 'MapPoint', description: 'Where the text of `query` is; it may be outside.' })
      .optional(),
  })
  .meta({
    id: 'NamespaceMap',
    description: 'The entries of a namespace in two dimensions: what is alike is near.',
  });
