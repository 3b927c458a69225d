import { z } from 'zod';
import type { writeResult } from '../../contract/memory-responses.ts';
import { sourceKinds } from '../../memory/guard/entry-marks.ts';
import { defaultAnswerTokens, maxAnswerTokens } from '../budget.ts';
import { listNotes, type SearchHit } from '../notes-text.ts';
import { quote } from '../quote.ts';
import { type Tool, type ToolContext, tool } from '../tool.ts';

// Clients and the library of the protocol read numbers as doubles, so that a longer one has been rounded before it gets here.
const roundedMessage = 'Send an integer beyond 2^53 as text: as a number it is rounded on the way.';

function isKept(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

// A bound on one of them keeps them apart in the schema: some clients know only one type in `type`.
const scalar = z.union([z.string().max(4_000), z.number().refine(isKept, roundedMessage), z.boolean()]);
const namespace = z.string().optional();
const dayMs = 86_400_000;

/** Remember, recall, forget. */
export const memoryTools: Tool[] = [
  tool({
    name: 'remember',
    description:
      'Store facts, decisions or preferences for later sessions, one self-contained statement per text. Without a namespace: this project.',
    scope: 'memory:write',
    part: 'memory',
    changes: 'adds',
    input: z.strictObject({
      texts: z.array(z.string()).min(1),
      source: z.enum(sourceKinds).default('agent').describe('Where the texts come from'),
      metadata: z.record(z.string(), scalar).optional().describe('Tags to filter by'),
      expiresInDays: z.number().positive().max(36_500).optional(),
      namespace,
    }),
    run: async ({ texts, metadata, expiresInDays, source, namespace }, context) => {
      const to = namespace ?? context.namespace;
      const expiresAt =
        expiresInDays === undefined
          ? {}
          : { expiresAt: new Date(Date.now() + expiresInDays * dayMs).toISOString() };
      const entries = texts.map((content) => ({
        content,
        metadata: metadata ?? {},
        source: { kind: source },
        ...expiresAt,
      }));
      const body = { namespace: to, entries };
      const { ids, flags = [] } = await context.api.call<z.output<typeof writeResult>>('writeEntries', {
        body,
      });
      return `Remembered ${ids.length} in "${quote(to)}": ${ids.join(', ')}${notesOn(flags)}`;
    },
  }),
  tool({
    name: 'recall',
    description:
      'Search what was remembered, by meaning and words. Use before answering about the project, its people or past decisions.',
    scope: 'memory:read',
    part: 'memory',
    changes: 'nothing',
    input: z.strictObject({
      query: z.string(),
      limit: z.int().min(1).max(50).default(8),
      maxTokens: z.int().min(50).max(maxAnswerTokens).default(1_500),
      metadataFilter: z.record(z.string(), scalar).optional().describe('Exact matches'),
      namespace,
    }),
    run: async ({ query, limit, maxTokens, metadataFilter, namespace }, context) => {
      const asked = { query, limit, metadataFilter, namespace, minScore: 0.05 };
      const found = await search(context, asked);
      if (found.length === 0) return 'Nothing is known about that.';
      return listNotes(found, { maxTokens, ...withPassages(asked, context) });
    },
  }),
  tool({
    name: 'forget',
    description:
      'Delete remembered entries: by ids, or the best matches of a query (first call lists them; confirm deletes them).',
    scope: 'memory:write',
    part: 'memory',
    changes: 'deletes',
    input: z.strictObject({
      ids: z.array(z.string()).optional(),
      query: z.string().optional(),
      confirm: z.boolean().optional(),
      namespace,
    }),
    run: async ({ ids, query, confirm, namespace }, context) => {
      if ((ids === undefined) === (query === undefined)) return 'Give either ids or a query.';
      const from = namespace ?? context.namespace;
      if (ids) return remove(context, from, ids);
      const asked = { query: query!, limit: 5, namespace, minScore: 0.3 };
      const found = await search(context, asked);
      if (found.length === 0) return 'Nothing matches; nothing was deleted.';
      if (confirm)
        return remove(
          context,
          from,
          found.map(({ id }) => id),
        );
      const options = { maxTokens: defaultAnswerTokens, all: true, ...withPassages(asked, context) };
      return `Would delete these; call again with their ids, or with confirm: true.\n${await listNotes(found, options)}`;
    },
  }),
];

/** What the guard did, so that a model can tell its user. */
function notesOn(flags: ReadonlyArray<{ action: string; kind: string; ruleId: string }>): string {
  const notes = new Set(flags.map(({ action, kind, ruleId }) => `${action} ${kind} (${ruleId})`));
  return notes.size === 0 ? '' : `\nThe guard of the memory: ${[...notes].slice(0, 10).join(', ')}.`;
}

interface Search {
  query: string;
  limit: number;
  namespace?: string | undefined;
  metadataFilter?: Record<string, unknown> | undefined;
  minScore?: number;
  explain?: boolean;
}

function search(context: ToolContext, { namespace, ...query }: Search): Promise<SearchHit[]> {
  const body = { namespace: namespace ?? context.namespace, ...query };
  return context.api.call('searchEntries', { body }, { signal: context.signal });
}

async function remove({ api }: ToolContext, namespace: string, ids: string[]): Promise<string> {
  const { deleted } = await api.call<{ deleted: number }>('deleteEntries', { body: { namespace, ids } });
  return `Deleted ${deleted} of ${ids.length}.`;
}

/** Finds the best passages with a search of its own, for those who need them: saying where they are takes longer. */
function withPassages(asked: Search, context: ToolContext) {
  let found: Promise<SearchHit[]> | undefined;
  return {
    query: asked.query,
    countTokens: context.countTokens,
    async passages() {
      found ??= search(context, { ...asked, explain: true });
      const ranges = (await found).flatMap(({ id, explain }) =>
        explain ? [[id, explain.passage] as const] : [],
      );
      return new Map(ranges);
    },
  };
}
