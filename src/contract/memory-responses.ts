import { z } from 'zod';
import { entryFlag, guardPolicyView, sourceView, writeFlag } from './guard-schemas.ts';
import { pageOf } from './page.ts';
import { time } from './time.ts';

/** What the memory routes return. */

const entryId = z.string().describe('`mem_` and a ULID, assigned by the service.');
const metadata = z.unknown().meta({
  type: 'object',
  additionalProperties: true,
  description: 'As it was written; `{}` when none was given.',
});

const entryFields = {
  id: entryId,
  content: z.string().describe('The stored text.'),
  metadata,
  externalId: z.string().optional().describe('Your own name for the entry.'),
  createdAt: time('When it was first written.'),
  updatedAt: time('When it was last changed.'),
  expiresAt: time('When it stops being found.').optional(),
  occurredAt: time('When what it tells of happened, as its writer said.').optional(),
  flags: z.array(entryFlag).optional().describe('What the guard found in it; absent when nothing.'),
  source: sourceView.optional(),
};

export const entryView = z
  .object({ ...entryFields, namespace: z.string().describe('The namespace it belongs to.') })
  .meta({ id: 'Entry', description: 'A stored text with its metadata.' });

const part = (what: string) => z.number().describe(what);
const position = (what: string) => z.int().min(0).describe(`${what}, in UTF-16 units of the content.`);

const explanation = z
  .object({
    dense: part('By meaning, 0 to 1; absent in mode `lexical`.').optional(),
    cosine: part(
      'The cosine that `dense` is calibrated from: that of the passage, or nearer where a sentence of it is.',
    ).optional(),
    lexical: part('By words, 0 to 1; absent in mode `dense`.').optional(),
    neighbours: part('Lent by the words of the entries around it.'),
    weight: part('How much meaning counts against words.'),
    length: part('Taken off an entry of several passages, where answers are code.').optional(),
    rank: part('`weight * dense + (1 - weight) * min(1, lexical + neighbours) - length`.'),
    coverage: part(
      'The share of what the query is about that the passage says, in the same words or, where meaning counts too, in words that mean nearly the same.',
    ),
    relevance: part('The score before the list was put in order.'),
    position: z.int().describe('The place by `rank` alone, from 1 on.'),
    superseded: part('The factor on `relevance` for what was replaced.').optional(),
    passage: z
      .object({ start: position('Where it begins'), end: position('Where it ends') })
      .meta({ id: 'Passage', description: 'The part of the content that matched best.' }),
    words: z
      .array(
        z
          .object({
            text: z.string().describe('The word as the content has it.'),
            start: position('Where it begins'),
            end: position('Where it ends'),
          })
          .meta({ id: 'MatchedWord', description: 'A word in the passage that the query has too.' }),
      )
      .describe('Words of the passage that match the query, 100 at most.'),
  })
  .meta({ id: 'SearchExplanation', description: 'Why a result has its score and its place.' });

export const searchHit = z
  .object({
    ...entryFields,
    score: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'How likely the entry answers the query. It does not depend on unrelated entries, so scores of two queries can be compared.',
      ),
    supersededBy: entryId
      .optional()
      .describe('A newer entry that says something else about the same thing; it ranks before this one.'),
    explain: explanation.optional().describe('Only with `explain`.'),
  })
  .meta({ id: 'SearchHit', description: 'An entry that a search found, with its score.' });

const { id: _, createdAt: __, ...versionFields } = entryFields;

export const entryHistory = z
  .object({
    items: z
      .array(
        z
          .object({ ...versionFields, replacedAt: time('When the next version took its place.') })
          .meta({ id: 'EntryVersion', description: 'What an entry was before a change.' }),
      )
      .describe('The latest first.'),
  })
  .meta({ id: 'EntryHistory', description: 'Earlier versions of an entry.' });

export const entryPage = pageOf('EntryPage', entryView);

export const writeResult = z
  .object({
    ids: z.array(entryId).describe('Of the written entries, in the order of the request.'),
    flags: z
      .array(writeFlag)
      .optional()
      .describe('What the guard found in the entries; absent when nothing.'),
  })
  .meta({ id: 'WriteResult', description: 'What a write created or replaced.' });

export const contextView = z
  .object({
    text: z.string().describe('The contents of the most relevant entries.'),
    entryIds: z.array(z.string()).describe('The entries in the text, in the same order.'),
    tokens: z
      .int()
      .optional()
      .describe('Of the text, as the local model counts them; only with `maxTokens`.'),
    citations: z
      .array(
        z
          .object({
            entryId,
            start: z.int().describe('Where its part begins, in UTF-16 units.'),
            end: z.int().describe('Where its part ends, exclusive.'),
          })
          .meta({ id: 'Citation', description: 'Where in the text an entry is.' }),
      )
      .optional()
      .describe('Where each entry is in the text; only with `citations: true`.'),
  })
  .meta({ id: 'Context', description: 'One text for a prompt.' });

export const searchBatch = z
  .array(z.array(searchHit))
  .describe('The results of each search, in the order of the request.');

export const facetsView = z
  .object({
    entries: z.int().describe('How many entries match.'),
    facets: z
      .array(
        z
          .object({
            path: z.string().describe('As it was asked for.'),
            values: z
              .array(
                z
                  .object({
                    value: z.unknown().meta({
                      type: ['string', 'number', 'boolean'],
                      description: 'The value itself; it may also be null.',
                    }),
                    count: z.int().describe('How many entries have it.'),
                  })
                  .meta({ id: 'ValueCount', description: 'A value and how often it occurs.' }),
              )
              .describe('Most frequent first. Each item of an array counts.'),
            without: z.int().describe('How many entries have no such value.'),
            distinct: z.int().describe('How many different values there are.'),
            partial: z
              .literal(true)
              .optional()
              .describe('There were too many different values to count all of them.'),
          })
          .meta({ id: 'Facet', description: 'How often each value of a field occurs.' }),
      )
      .describe('In the order of the paths.'),
  })
  .meta({ id: 'Facets', description: 'Counts of the values of some fields.' });

export const deletedEntry = z
  .object({ id: entryId, deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedEntry', description: 'The entry that was deleted.' });

export const deleteResult = z
  .object({
    matched: z.int().describe('How many entries matched.'),
    deleted: z.int().describe('How many were deleted; 0 in a dry run.'),
  })
  .meta({ id: 'DeleteResult', description: 'What a deletion by ids or filter did.' });

const namespaceName = z.string().describe('The name of the namespace.');

export const namespaceView = z
  .object({
    name: namespaceName,
    entries: z.int().describe('How many entries it has.'),
    bytes: z.int().describe('Of the contents and metadata, in UTF-8.'),
    model: z.string().describe('The embedding model that answers here.'),
    searchableMetadata: z
      .array(z.string())
      .describe('Keys of the metadata whose values are searched with the content.'),
    history: z.int().describe('How many earlier versions of each entry are kept.'),
    guard: guardPolicyView.optional(),
    createdAt: time('When its first entry was written.'),
    updatedAt: time('When an entry of it was last written or deleted.'),
  })
  .meta({ id: 'Namespace', description: 'A group of entries that are searched together.' });

export const namespacePage = pageOf('NamespacePage', namespaceView);

export const deletedNamespace = z
  .object({ name: namespaceName, entries: z.int().describe('How many entries it had.') })
  .meta({ id: 'DeletedNamespace', description: 'The namespace that was deleted.' });

export const importSummary = z
  .object({
    read: z.int().describe('Entries on the lines.'),
    written: z.int().describe('Entries that are new.'),
    replaced: z.int().describe('Entries that were there and changed.'),
    unchanged: z.int().describe('Entries that were there as they are.'),
    expired: z.int().describe('Entries that had expired and were skipped.'),
    flagged: z
      .int()
      .optional()
      .describe('Of those written, how many the guard flagged, redacted or stripped.'),
    rejected: z.int().optional().describe('Entries that the guard rejected and that were skipped.'),
    lastLine: z.int().describe('The number of the last line.'),
  })
  .meta({ id: 'ImportSummary', description: 'What an import did.' });

export const modelView = z
  .object({
    wanted: z.string().describe('The model in the configuration.'),
    previous: z.string().optional().describe('The model before it, while namespaces are still re-embedded.'),
    namespacesLeft: z.int().describe('Namespaces that still answer with the previous model.'),
    entriesLeft: z.int().describe('Entries that still have to be re-embedded.'),
    recutsLeft: z
      .int()
      .describe(
        'Entries of an older version that still have to be cut into passages and sentences as new ones are.',
      ),
    scoreVersion: z
      .int()
      .describe(
        'What `score` means; a change of it changes what a `minScore` lets through. See the changelog.',
      ),
  })
  .meta({ id: 'ModelStatus', description: 'The embedding model, and how far re-embedding has come.' });
