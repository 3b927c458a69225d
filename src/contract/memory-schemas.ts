import { z } from 'zod';
import { longestJson, sizeOfJson } from '../kernel/json/json-size.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';
import {
  bothFilters,
  type Filter,
  knownBy,
  metadataFilter,
  notFlagged,
  trustedBy,
} from '../memory/filter.ts';
import { isFilterFault, parseFieldPath, parseFilter } from '../memory/filter-syntax.ts';
import { memoryLimits } from '../memory/limits.ts';
import { entryFlag, guardPolicyBody, sourceBody, trustFields } from './guard-schemas.ts';
import { timeInput } from './time.ts';
import { optional } from './validation.ts';
import { readPlainEntries } from './write/plain-entries.ts';
import { withShortcut } from './write/shortcut.ts';
import { vector } from './write/vector-schema.ts';

/** What the memory routes accept, checked down to the last byte. */

const anything = () => false;

const text = (maxBytes: number, isEmpty: (value: string) => boolean = isBlank) =>
  z.string().superRefine((value, context) => {
    const refuse = (code: string, message: string) =>
      context.addIssue({ code: 'custom', message, params: { code } });
    if (isEmpty(value)) refuse('blank', 'Must not be blank.');
    // A UTF-16 unit has three bytes at most, so that most texts need not be measured.
    const bytes = 3 * value.length <= maxBytes ? 0 : Buffer.byteLength(value);
    if (bytes > maxBytes) refuse('too_large', `Has ${bytes} bytes; at most ${maxBytes} are allowed.`);
  });

/** Nothing that could be seen: white space, and marks such as the zero-width space that only steer how text is set. */
function isBlank(value: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}]/u.test(value);
}

// A blank is text like any other in a name; only in what is embedded would it mean nothing.
const name = (maxBytes: number) =>
  text(maxBytes, (value) => value === '')
    .refine((value) => !/\p{Cc}/u.test(value), {
      message: 'Must not contain control characters.',
      params: { code: 'control_character' },
    })
    // The parser of bodies sees to that for bodies; names also come in addresses.
    .refine((value) => value.isWellFormed(), {
      message: 'Contains half of a surrogate pair, which is not text.',
      params: { code: 'lone_surrogate' },
    });

export const namespaceName = name(memoryLimits.namespaceBytes).describe(
  'The namespace: any text of 1 to 256 bytes without control characters.',
);
/** Of a route about one namespace. */
export const namespaceParams = z.object({
  name: namespaceName.describe('The namespace; `.` and `..` are written `.%7F` and `..%7F`.'),
});
const externalId = name(memoryLimits.externalIdBytes).describe(
  'Your own name for the entry, unique in its namespace. Writing it again replaces the entry and keeps its id.',
);
/** A text of a request, as long as the content of an entry. */
export const inputText = text(memoryLimits.contentBytes);
const content = text(memoryLimits.contentBytes).describe('The text to store and embed, up to 256 KiB.');
const messages = z
  .array(
    z.strictObject({
      role: name(memoryLimits.roleBytes).describe('Who said it, such as `user` or `assistant`.'),
      content: text(memoryLimits.contentBytes).describe('What was said.'),
      name: optional(name(memoryLimits.roleBytes)).describe('The name of the speaker, in place of the role.'),
    }),
  )
  .min(1)
  .max(memoryLimits.messagesPerEntry)
  .meta({
    description:
      'A conversation, in place of `content`: it is stored as one text with a line such as `user: …` for each message.',
  });
const time = timeInput.transform((value) => Date.parse(value)).meta({ type: 'string', format: 'date-time' });

function transcriptOf(messages: ReadonlyArray<{ role: string; content: string; name?: string | undefined }>) {
  return messages.map(({ role, content, name }) => `${name ?? role}: ${content}`).join('\n');
}

const occurred =
  'When what the entry tells of happened, where that is not when it is written: it decides what is newer, and `asOf`.';

/** An object of JSON. Not a zod record: that one drops a key named `__proto__`, which is data like any other. */
const jsonObject = (what: string) =>
  z
    .unknown()
    .transform((value, context): JsonObject => {
      const refuse = (code: string, message: string): never => {
        context.addIssue({ code: 'custom', message, params: { code } });
        return z.NEVER;
      };
      if (!isJsonObject(value)) return refuse('invalid_type', 'Must be an object.');
      const longest = longestJson(value, memoryLimits.metadataDepth);
      if (longest === Number.POSITIVE_INFINITY) {
        return refuse('too_deep', `Nests deeper than ${memoryLimits.metadataDepth} levels.`);
      }
      const bytes = longest <= memoryLimits.metadataBytes ? longest : sizeOfJson(value);
      if (bytes > memoryLimits.metadataBytes) {
        return refuse('too_large', `Has ${bytes} bytes; at most ${memoryLimits.metadataBytes} are allowed.`);
      }
      return value;
    })
    .meta({ type: 'object', additionalProperties: true, description: what });

const metadata = optional(jsonObject('Any JSON object, up to 16 KiB and 8 levels deep.')).transform(
  (value) => value ?? {},
);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const operators = ['eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'exists', 'contains'];

/** Published as it is: the reader of filters checks more, and better, than a schema could. */
const filterSchema = {
  id: 'Filter',
  description: 'A condition on one field, or several joined by `and`, `or` and `not`.',
  anyOf: [
    {
      title: 'Condition',
      type: 'object',
      properties: {
        path: {
          type: 'string',
          description:
            'A JSON Pointer: below `/metadata`, or `/createdAt`, `/updatedAt`, `/expiresAt`, `/occurredAt`, `/externalId`, `/flags`, `/flags/kind`, `/flags/ruleId`, `/flags/action`, `/source/kind`, `/source/trust`.',
        },
        op: { enum: operators, description: 'How the field is compared with `value`.' },
        value: {
          description: 'What it is compared with; an array for `in` and `nin`, a boolean for `exists`.',
        },
      },
      required: ['path', 'op'],
      additionalProperties: false,
    },
    ...(['and', 'or'] as const).map((op) => ({
      title: op === 'and' ? 'All' : 'Any',
      type: 'object',
      properties: {
        [op]: {
          type: 'array',
          minItems: 1,
          items: ref('Filter'),
          description: op === 'and' ? 'All of these match.' : 'At least one of these matches.',
        },
      },
      required: [op],
      additionalProperties: false,
    })),
    {
      title: 'Not',
      type: 'object',
      properties: { not: { ...ref('Filter'), description: 'This does not match.' } },
      required: ['not'],
      additionalProperties: false,
    },
  ],
};

const filter = z
  .unknown()
  .transform((value, context): Filter => {
    // The body's parser limits how deep this can be.
    const bytes = Buffer.byteLength(JSON.stringify(value ?? null));
    const parsed =
      bytes > memoryLimits.filterBytes
        ? { path: [], message: `Has ${bytes} bytes; at most ${memoryLimits.filterBytes} are allowed.` }
        : parseFilter(value as JsonValue);
    if (!isFilterFault(parsed)) return parsed;
    const { path, message } = parsed;
    context.addIssue({ code: 'custom', message, path, params: { code: 'invalid_filter' } });
    return z.NEVER;
  })
  .meta(filterSchema);

const filters = {
  metadataFilter: optional(
    jsonObject(
      'An entry matches when its metadata has each of these pairs, exactly: types and nesting count.',
    ),
  ),
  filter: optional(filter).describe('Conditions with operators, in addition to `metadataFilter`.'),
};

/** What a list on the command line is asked for with. */
export const listBody = z.strictObject({
  namespace: namespaceName,
  limit: optional(z.int().min(1).max(memoryLimits.listLimit)),
  ...filters,
});

/** The same two in a query, where JSON stands as text. */
export const filterQuery = {
  metadataFilter: jsonText(filters.metadataFilter, 'Pairs as JSON, such as {"user":"ada"}, as in a search.'),
  filter: jsonText(filters.filter, 'Conditions as JSON, as in a search.'),
};

function jsonText<Schema extends z.ZodType>(schema: Schema, what: string) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return parseStrictJson(Buffer.from(text));
      } catch {
        context.addIssue({ code: 'custom', message: 'Must be JSON.', params: { code: 'invalid_json' } });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .optional()
    .describe(what);
}

/** The one filter that the fields of a request mean. */
export function filterOf(body: {
  metadataFilter?: JsonObject | undefined;
  filter?: Filter | undefined;
  asOf?: number | undefined;
  minTrust?: number | undefined;
  dropFlagged?: boolean | undefined;
}): Filter | undefined {
  const filters = [
    body.metadataFilter && metadataFilter(body.metadataFilter),
    body.filter,
    body.asOf === undefined ? undefined : knownBy(body.asOf),
    body.minTrust === undefined ? undefined : trustedBy(body.minTrust),
    body.dropFlagged ? notFlagged : undefined,
  ];
  return filters.reduce(bothFilters, undefined);
}

const newEntry = z
  .strictObject({
    content: optional(content),
    messages: optional(messages),
    metadata,
    externalId: optional(externalId),
    expiresAt: optional(time).describe('When the entry ceases to be found; never when omitted.'),
    occurredAt: optional(time).describe(occurred),
    source: optional(sourceBody),
    vector: optional(vector).describe(
      'Your own vector of the content. The first write to a namespace decides whether it has your vectors, and their length.',
    ),
  })
  .transform(({ messages, ...entry }, context) => {
    const refuse = (path: string, code: string, message: string): never => {
      context.addIssue({ code: 'custom', path: [path], message, params: { code } });
      return z.NEVER;
    };
    if (messages === undefined) {
      if (entry.content === undefined) return refuse('content', 'required', 'Is required, or messages.');
      return { ...entry, content: entry.content };
    }
    if (entry.content !== undefined)
      return refuse('messages', 'ambiguous', 'Send either content or messages.');
    const transcript = transcriptOf(messages);
    const bytes = Buffer.byteLength(transcript);
    if (bytes <= memoryLimits.contentBytes) return { ...entry, content: transcript };
    const message = `Have ${bytes} bytes as one text; at most ${memoryLimits.contentBytes} are allowed. Write a long conversation as several entries.`;
    return refuse('messages', 'too_large', message);
  });

const entriesSchema = () =>
  z
    .array(newEntry)
    .min(1)
    .superRefine((entries, context) => {
      const seen = new Set<string>();
      for (const [i, entry] of entries.entries()) {
        if (entry.externalId === undefined) continue;
        if (seen.has(entry.externalId)) {
          context.addIssue({
            code: 'custom',
            path: [i, 'externalId'],
            message: 'Another entry of this request has it too.',
            params: { code: 'duplicate' },
          });
        }
        seen.add(entry.externalId);
      }
    })
    .meta({
      description: '1 to 256 entries; all are written or none.',
      maxItems: memoryLimits.entriesPerWrite,
    });

/** What to write, without the shortcut that `writeBody` takes. */
export const newEntries = entriesSchema();

export const writeBody = z.strictObject({
  namespace: namespaceName,
  entries: withShortcut(entriesSchema(), readPlainEntries),
});

const searchFields = {
  namespace: namespaceName,
  query: text(memoryLimits.queryBytes, anything).describe(
    'The query in natural language, up to 8 KiB; empty only with a `vector`.',
  ),
  vector: optional(vector).describe(
    'Your own vector of the query, for a namespace that was written with vectors. Without it such a namespace is searched by words.',
  ),
  limit: optional(z.int().min(1).max(memoryLimits.searchLimit)).describe(
    'The most results; the default comes from the plan of the key.',
  ),
  ...filters,
  mode: optional(z.enum(['blended', 'dense', 'lexical'])).describe(
    'Rank by meaning and words together (the default), or by one alone.',
  ),
  minScore: optional(z.number().min(0).max(1)).describe(
    'Leave out what scores less. What answers a query mostly scores above 0.5.',
  ),
  asOf: optional(time).describe(
    'Search what had happened by this time (`occurredAt`, or else `createdAt`), and nothing newer.',
  ),
  hideSuperseded: optional(z.boolean()).describe('Leave out entries that have `supersededBy`.'),
  rerank: optional(z.boolean()).describe(
    'Have the re-ranking model of this service put the best results in order; `score` is then its probability.',
  ),
};

/** What there is to search with. */
function requireQuery(
  { query, vector }: { query: string; vector?: Float32Array | undefined },
  context: z.RefinementCtx,
): void {
  if (vector || !isBlank(query)) return;
  context.addIssue({
    code: 'custom',
    path: ['query'],
    message: 'Must not be blank.',
    params: { code: 'blank' },
  });
}

export const searchBody = z
  .strictObject({
    ...searchFields,
    explain: optional(z.boolean()).describe(
      'Say of each result what its score is made of, and where it matches; `limit` is 100 at most then.',
    ),
  })
  .refine(({ explain, limit = 0 }) => !explain || limit <= memoryLimits.explainedResults, {
    path: ['limit'],
    message: `At most ${memoryLimits.explainedResults} with explain.`,
  })
  .superRefine(requireQuery);

export const searchBatchBody = z.strictObject({
  searches: z.array(searchBody).min(1).meta({
    description: '1 to 32 searches, each as `POST /v1/memory/search` takes it.',
    maxItems: memoryLimits.searchesPerBatch,
  }),
});

const { namespace: _, query: __, vector: ___, rerank: ____, ...similarFields } = searchFields;
export const similarBody = z.strictObject(similarFields);

const fieldPath = z
  .string()
  .max(1_024)
  .transform((value, context): readonly string[] => {
    const parsed = parseFieldPath(value);
    if (!isFilterFault(parsed)) return parsed;
    context.addIssue({ code: 'custom', message: parsed.message, params: { code: 'invalid_path' } });
    return z.NEVER;
  });

export const facetsBody = z.strictObject({
  paths: z
    .array(fieldPath)
    .min(1)
    .max(memoryLimits.facetPaths)
    .describe('Where to count, as JSON Pointers such as `/metadata/speaker`; 1 to 8.'),
  limit: optional(z.int().min(1).max(memoryLimits.facetValues)).describe(
    'The most values for each path, most frequent first; 20 by default.',
  ),
  ...filters,
});

export const contextBody = z
  .strictObject({
    ...searchFields,
    maxTokens: optional(z.int().min(1).max(10_000_000)).describe(
      'The most tokens of the text, as the local model counts them. Of the first entry that does not fit its best part goes in.',
    ),
    format: optional(z.enum(['text', 'markdown', 'xml'])).describe(
      '`text` is the contents verbatim; `markdown` and `xml` mark each entry in a way that its content cannot forge.',
    ),
    order: optional(z.enum(['relevance', 'time'])).describe(
      'Most relevant first (the default), or oldest first. What goes in is decided by relevance.',
    ),
    include: optional(z.array(z.enum(['date', 'source'])).max(2)).describe(
      'What to say with each entry: the day it was written, and its source (`source`, `url`, `title`, `file` or `path` of its metadata, else its external id).',
    ),
    ...trustFields,
    distinct: optional(z.boolean()).describe(
      'Leave out what says the same as a more relevant entry; the default with `maxTokens`.',
    ),
    citations: optional(z.boolean()).describe('Also say where in the text each entry lies.'),
  })
  .superRefine(requireQuery);

export const deleteBody = z
  .strictObject({
    namespace: namespaceName,
    ids: optional(z.array(z.string().max(64)).min(1).max(memoryLimits.idsPerDelete)).describe(
      'The entries to delete, instead of a filter.',
    ),
    ...filters,
    all: optional(z.boolean()).describe(
      'Delete every entry. Needed where neither ids nor a filter choose among them.',
    ),
    dryRun: optional(z.boolean()).describe('Only count what would be deleted.'),
  })
  .superRefine((body, context) => {
    const refuse = (path: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code } });
    const hasFilter = body.filter !== undefined || body.metadataFilter !== undefined;
    // An empty set of pairs is what a missing variable leaves behind.
    const chooses =
      body.filter !== undefined ||
      Object.keys(body.metadataFilter ?? {}).length > 0 ||
      body.ids !== undefined;
    if (body.ids !== undefined && hasFilter) {
      refuse('ids', 'ambiguous', 'Send either ids, or filter and metadataFilter.');
    } else if (body.all && chooses) {
      refuse(
        'all',
        'ambiguous',
        'Send either all, or what chooses the entries: ids, filter or metadataFilter.',
      );
    } else if (!body.all && !hasFilter && body.ids === undefined) {
      refuse('ids', 'required', 'Send ids, filter or metadataFilter, or all: true to delete every entry.');
    } else if (!body.all && !chooses && !body.dryRun) {
      refuse('all', 'required', 'The filter matches every entry; send all: true to delete them all.');
    }
  });

export const updateBody = z
  .strictObject({
    content: optional(content),
    vector: optional(vector).describe(
      'Your own vector of the new content, where the namespace has vectors of your own.',
    ),
    metadata: optional(jsonObject('Replaces the metadata as a whole.')),
    externalId: optional(externalId),
    expiresAt: optional(
      z.union([z.literal('never'), time], 'Must be a time such as 2027-01-31T12:00:00Z, or never.'),
    ).describe('A time, or `never` to take it away.'),
    occurredAt: optional(time).describe(occurred),
    source: optional(sourceBody),
    ifUpdatedAt: optional(time).describe(
      'Refuse with 409 when the entry was updated at another time than this.',
    ),
  })
  .superRefine(({ content, vector }, context) => {
    if (vector && content === undefined) {
      const message = 'Is required with a vector.';
      context.addIssue({ code: 'custom', path: ['content'], message, params: { code: 'required' } });
    }
  })
  .refine(({ ifUpdatedAt: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    message: 'Send at least one of content, metadata, externalId, expiresAt, occurredAt and source.',
    params: { code: 'empty' },
  });

export const namespaceSettingsBody = z
  .strictObject({
    searchableMetadata: optional(
      z.array(name(memoryLimits.metadataKeyBytes)).max(memoryLimits.searchableKeys),
    ).describe(
      'Keys at the top of the metadata, such as `["speaker", "title"]`, whose texts and numbers are searched with the content by their words; `[]` for none.',
    ),
    history: optional(z.int().min(0).max(memoryLimits.keptVersions)).describe(
      'How many earlier versions of each entry to keep when it is changed or replaced; 0, the default, keeps none and removes those that are there.',
    ),
    guard: optional(guardPolicyBody).describe(
      'What is done about what is written here; kinds that are omitted stay as they are.',
    ),
  })
  .refine((settings) => Object.values(settings).some((value) => value !== undefined), {
    message: 'Send at least one of searchableMetadata, history and guard.',
    params: { code: 'empty' },
  });

/** A line of an import: what an export has on its lines, of which only the content must be there. */
export const importLine = z.strictObject({
  id: optional(z.string().max(128)),
  namespace: optional(z.string()),
  content,
  metadata,
  externalId: optional(externalId),
  createdAt: optional(time),
  updatedAt: optional(time),
  expiresAt: optional(time),
  occurredAt: optional(time),
  source: optional(sourceBody),
  // As an export has them. They are found again, under the policy of this namespace.
  flags: optional(z.array(entryFlag)),
  vector: optional(vector),
});
