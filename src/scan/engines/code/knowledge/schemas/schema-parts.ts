import { z } from 'zod';
import { labelNames } from '../labels.ts';
import { part } from './part.ts';

/** The parts of rule files that are about schemas. */
const places = z.union([part, z.array(part)]).optional();

export const schemaMaker = z
  .strictObject({
    clears: z
      .array(z.enum(['all', ...labelNames]))
      .optional()
      .describe('What passes cannot do this harm: `all` for numbers, dates, identifiers'),
    only: places.describe('What passes is one of these constants, or of those in these lists'),
    pattern: places.describe('What passes is a text that matches this regular expression'),
    anchors: z
      .enum(['whole', 'start', 'none'])
      .optional()
      .describe('What the library adds to the expression: it must match all of the text, or at its start'),
    fields: places.describe('What passes is an object with the fields of this map, each of them a schema'),
    items: places.describe('What passes is a list of what passes this schema'),
    same: places.describe('What passes is what passes this schema'),
    either: places.describe('What passes is what passes one of these, or one of those in this list'),
    both: places.describe('What passes is what passes all of these'),
    json: z
      .union([z.boolean(), z.literal('text')])
      .optional()
      .describe(
        'Schemas among the arguments may be written as JSON schema; `text` for what it says about a text',
      ),
    nests: z.boolean().optional().describe('With `fields`: the fields may be maps of schemas in turn'),
    narrows: z.boolean().optional().describe('The receiver is a schema, and what it says holds as well'),
    opens: z.boolean().optional().describe('Fields that are not named get through'),
    renames: z.record(z.string(), z.string()).optional().describe('Keys of the map that stand for others'),
    request: z
      .array(z.string())
      .optional()
      .describe(
        'It is about these parts of a request, and what answers the request gets only what passes; empty where the keys of the map are the parts',
      ),
    named: part.optional().describe('With `request`: the name of the field'),
    reports: z
      .boolean()
      .optional()
      .describe('With `request`: what does not pass gets through, and a guard with `verdict` asks for it'),
    converts: z
      .boolean()
      .optional()
      .describe('What does not pass is converted, so that nothing is left to ask for'),
  })
  .describe('The result is a schema: what a value is that passes it');

export const conforms = z
  .strictObject({
    to: part.optional().describe('Where the schema is: the receiver where absent'),
    json: z.boolean().optional().describe('It may be written as JSON schema'),
    worded: z
      .strictObject({
        separator: z.string().optional().describe('What is between two rules of one text; `|` where absent'),
        harmless: z.string().describe("Over the rules that leave no text of the sender's choice"),
        pattern: z.string().optional().describe('What the rule begins with that has a regular expression'),
      })
      .optional()
      .describe('It is written as words: `required|integer`'),
    value: part.optional().describe('Where the data is: the first argument where absent'),
    passes: part.optional().describe('The part of the call, a request, that has passed as well'),
    under: z.string().optional().describe('The field of the result that holds what passed'),
    unless: z
      .string()
      .optional()
      .describe('What did not pass is in the result as well: the field that is set where it did not'),
    provided: z.string().optional().describe('Likewise, the field that is true where it did'),
    pending: z.boolean().optional().describe('The result only tells, and a guard with `verdict` asks it'),
  })
  .describe('Data is held against a schema: its fields are what the schema says of them');

export const requestSchema = z
  .strictObject({
    option: z.string().optional().describe('The key of the options with schemas of parts of the request'),
    parts: z
      .record(z.string(), z.string())
      .optional()
      .describe('The parts of the request by the keys of that option'),
    whole: z
      .boolean()
      .optional()
      .describe(
        'That option, or an argument where there is none, has the schema of what the function gets first',
      ),
    under: z.string().optional().describe('Of a whole schema: the field of the parameter that it is about'),
    after: z
      .string()
      .optional()
      .describe('The method before, in the chain of calls, that was given the schema of the one part'),
  })
  .describe('Where the call says what requests are held against before the function gets them');
