import { z } from 'zod';
import { pageQuery, wholeNumber } from '../page.ts';

/** The packages of a scan: how they are asked for, and what comes back. */

export const packageQuery = pageQuery.extend({
  limit: wholeNumber(50, 1_000).describe('The most items of a page.'),
  q: z.string().min(1).max(200).optional().describe('Only packages with this text in their name.'),
  vulnerable: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: only packages with a known vulnerability that is open.'),
});

const listedPackage = z
  .object({
    purl: z.string().describe('Package URL with the version in use.'),
    ecosystem: z.string().describe('Such as `npm` or `Maven`.'),
    name: z.string().describe('The name in its ecosystem.'),
    version: z.string().describe('The version in use; empty where it is not known.'),
    scope: z.enum(['runtime', 'dev', 'optional']).describe('What it is needed for.'),
    direct: z.boolean().describe('Whether the repository itself asks for it.'),
    licences: z.array(z.string()).describe('As its files name them.'),
    path: z
      .array(z.string())
      .optional()
      .describe('The shortest way from a direct dependency; absent where none is known.'),
    vulnIds: z.array(z.string()).optional().describe('Advisories of open findings; absent without one.'),
  })
  .meta({ id: 'ListedPackage', description: 'A package that a repository uses.' });

export const packagePage = z
  .object({
    items: z.array(listedPackage).describe('The packages of this page: vulnerable ones first, then by name.'),
    nextCursor: z.string().optional().describe('Send it as `cursor` for the next page; absent on the last.'),
    total: z.int().describe('How many packages match on all pages.'),
    truncated: z.literal(true).optional().describe('The repository has more packages than a scan keeps.'),
  })
  .meta({ id: 'PackagePage', description: 'One page of the packages of a scan.' });
