import { z } from 'zod';
import { confidences, engineIds, severities } from '../../scan/model/finding.ts';
import { pageQuery } from '../page.ts';
import { commaList } from './comma-list.ts';

/** The rules of the scanner, to read about. */

export const ruleQuery = pageQuery.extend({
  engine: commaList(engineIds).optional().describe('Only rules of these engines, separated by commas.'),
  severity: commaList(severities).optional().describe('Only these severities, separated by commas.'),
  language: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('Only rules for this language or kind of file, such as `python` or `dockerfile`.'),
  cwe: z
    .string()
    .regex(/^CWE-\d{1,6}$/, 'Must be such as CWE-89.')
    .optional()
    .describe('Only rules for this weakness, such as `CWE-89`.'),
  q: z.string().min(1).max(200).optional().describe('Only rules with this text in the id or the title.'),
});

const ruleFields = {
  id: z.string().describe('The id, as findings have it in `ruleId`.'),
  engine: z.enum(engineIds).describe('The engine that it belongs to.'),
  title: z.string().describe('What it finds.'),
  severity: z.enum(severities).describe('How bad that usually is.'),
  confidence: z.enum(confidences).describe('How sure the rule usually is.'),
  category: z.string().describe('A word for grouping.'),
  cwe: z.array(z.string()).describe('Such as `CWE-89`, the most specific first.'),
  languages: z.array(z.string()).describe('Languages or kinds of files; empty where it looks at all files.'),
};

const ruleRow = z.object(ruleFields).meta({ id: 'Rule', description: 'A rule of the scanner.' });

export const rulePage = z
  .object({
    items: z.array(ruleRow).describe('The rules of this page.'),
    nextCursor: z.string().optional().describe('Send it as `cursor` for the next page; absent on the last.'),
    total: z.int().describe('How many rules match on all pages.'),
  })
  .meta({ id: 'RulePage', description: 'One page of rules.' });

export const ruleView = z
  .object({
    ...ruleFields,
    description: z.string().describe('What is wrong, and why it matters.'),
    suggestion: z.string().describe('What to do about it.'),
    references: z.array(z.string()).describe('Pages with more about it.'),
    examples: z
      .array(
        z
          .object({
            matches: z.boolean().describe('Whether the rule finds something here.'),
            files: z
              .array(
                z
                  .object({
                    path: z.string().describe('Path of the file.'),
                    text: z
                      .string()
                      .describe('Its text; of credentials a template, never one that could be used.'),
                  })
                  .meta({ id: 'RuleExampleFile', description: 'A file of an example.' }),
              )
              .describe('One file, or several that belong together.'),
          })
          .meta({ id: 'RuleExample', description: 'What a rule must find, or must not.' }),
      )
      .describe('Up to five that match and five that do not.'),
  })
  .meta({ id: 'RuleDetails', description: 'All that is known about a rule.' });
