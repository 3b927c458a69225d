import { compareTexts } from '../../kernel/compare-texts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { type EntryMarks, isUntrusted } from '../guard/entry-marks.ts';
import { excerpt } from './excerpt.ts';
import { type ContextFormat, type Layout, layouts, type PartHead } from './layouts.ts';
import { withoutNearDuplicates } from './near-duplicates.ts';

/** An entry as a context needs it, most relevant first in a list. */
export interface ContextEntry extends EntryMarks {
  id: string;
  content: string;
  createdAt: number;
  occurredAt?: number;
  metadata: JsonObject;
  externalId?: string;
  /** Where the passage that answers the query best is in the content; the whole content when absent. */
  best?: { start: number; end: number };
}

export interface ContextOptions {
  format: ContextFormat;
  query: string;
  /** Stop before the text has more tokens than this. */
  maxTokens?: number;
  /** Leave out what says the same as a more relevant entry. */
  distinct?: boolean;
  order?: 'relevance' | 'time';
  include?: ReadonlyArray<'date' | 'source'>;
  countTokens(text: string): number;
}

export interface Context {
  text: string;
  entryIds: string[];
  /** Where each entry's part is in the text, in UTF-16 units, end exclusive. */
  citations: Array<{ entryId: string; start: number; end: number }>;
  /** Counted only where a budget was given. */
  tokens?: number;
}

/**
 * Joins ranked entries into one text for a prompt. Entries are added from the most relevant one on until the next does not fit; of that one the best part goes in, as
 * far as there is room. So the text is never empty while anything fits, and what is not in it is always less relevant than what is.
 */
export function assembleContext(entries: readonly ContextEntry[], options: ContextOptions): Context {
  const chosen = options.distinct ? withoutNearDuplicates(entries) : entries;
  const taken = options.maxTokens === undefined ? chosen : thatFit(chosen, options, options.maxTokens);
  const context = describe(taken, options);
  return options.maxTokens === undefined
    ? context
    : { ...context, tokens: options.countTokens(context.text) };
}

/** Less room than this is not worth a part of an entry, unless there is nothing else. */
const leastPartTokens = 12;

function thatFit(
  entries: readonly ContextEntry[],
  options: ContextOptions,
  maxTokens: number,
): ContextEntry[] {
  const { countTokens } = options;
  const fits = (list: readonly ContextEntry[]) => countTokens(describe(list, options).text) <= maxTokens;
  let count = countThatFit(entries, options, maxTokens);
  // Tokens of the parts need not add up to the tokens of the whole, so the whole has the last word.
  while (count > 0 && !fits(entries.slice(0, count))) count--;
  const taken = entries.slice(0, count);
  const next = entries[count];
  const room = maxTokens - (count === 0 ? 0 : countTokens(describe(taken, options).text) + betweenTokens);
  if (!next || (count > 0 && room < leastPartTokens)) return taken;
  const passage = next.best ?? { start: 0, end: next.content.length };
  // The part is counted by itself: counting all the others again for every try could take seconds.
  const part = excerpt(
    next.content,
    passage,
    options.query,
    (content) => countTokens(describe([{ ...next, content }], options).text) <= room,
  );
  const all = part === undefined ? taken : [...taken, { ...next, content: part }];
  return fits(all) ? all : taken;
}

/** What joins a part to the others, and a longer number before it, may take. */
const betweenTokens = 4;

function countThatFit(entries: readonly ContextEntry[], options: ContextOptions, maxTokens: number): number {
  let tokens = 0;
  for (const [i, entry] of entries.entries()) {
    tokens += options.countTokens(partOf(entry, i + 1, options));
    if (tokens > maxTokens) return i;
  }
  return entries.length;
}

function describe(entries: readonly ContextEntry[], options: ContextOptions): Context {
  const layout: Layout = layouts[options.format];
  const ordered = options.order === 'time' ? [...entries].sort(byTime) : entries;
  const parts = ordered.map((entry, i) => partOf(entry, i + 1, options));
  let position = layout.before.length;
  const citations = parts.map((part, i) => {
    const citation = { entryId: ordered[i]!.id, start: position, end: position + part.length };
    position = citation.end + layout.between.length;
    return citation;
  });
  return {
    text: parts.length === 0 ? '' : layout.before + parts.join(layout.between) + layout.after,
    entryIds: citations.map(({ entryId }) => entryId),
    citations,
  };
}

function byTime(a: ContextEntry, b: ContextEntry): number {
  return timeOf(a) - timeOf(b) || compareTexts(a.id, b.id);
}

/** When what it tells of happened, or else when it was written. */
function timeOf({ occurredAt, createdAt }: ContextEntry): number {
  return occurredAt ?? createdAt;
}

function partOf(entry: ContextEntry, position: number, { format, include = [] }: ContextOptions): string {
  const head: PartHead = {
    id: entry.id,
    position,
    ...(include.includes('date') && { date: new Date(timeOf(entry)).toISOString().slice(0, 10) }),
    ...(include.includes('source') && sourceOf(entry)),
    ...(isUntrusted(entry) && { untrusted: true }),
  };
  return layouts[format].part(entry.content, head);
}

/** Where an entry comes from, as far as it says so. */
function sourceOf({ metadata, externalId }: ContextEntry): { source?: string } {
  for (const name of ['source', 'url', 'title', 'file', 'path']) {
    const value = metadata[name];
    if (typeof value === 'string' && value.trim() !== '') return { source: value };
  }
  return externalId === undefined ? {} : { source: externalId };
}
