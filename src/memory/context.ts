export type ContextFormat = 'text' | 'markdown' | 'xml';

export interface ContextOptions {
  format: ContextFormat;
  /** Stop before the text has more tokens than this. */
  maxTokens?: number;
  countTokens(text: string): number;
}

export interface Context {
  text: string;
  entryIds: string[];
  /** Where each entry's part lies in the text, in UTF-16 units, end exclusive. */
  citations: Array<{ entryId: string; start: number; end: number }>;
  /** Counted only where a budget was given. */
  tokens?: number;
}

/**
 * Joins ranked entries into one text for a prompt, most relevant first. Entries are taken as they come until the next one
 * does not fit; none is cut and none is skipped, so that what is left out is always less relevant than what is in.
 */
export function assembleContext(
  entries: ReadonlyArray<{ id: string; content: string }>,
  options: ContextOptions,
): Context {
  const layout = layouts[options.format];
  const parts = entries.map(({ id, content }, i) => layout.entry(content, id, i + 1));
  let count = parts.length;
  if (options.maxTokens !== undefined) {
    const { maxTokens, countTokens } = options;
    count = countThatFit(parts, maxTokens, countTokens);
    // Tokens of the parts need not add up to the tokens of the whole, so the whole has the last word.
    let text = compose(layout, parts, count);
    let tokens = countTokens(text);
    while (count > 0 && tokens > maxTokens) {
      text = compose(layout, parts, --count);
      tokens = countTokens(text);
    }
    return { ...describe(layout, parts, entries, count), tokens };
  }
  return describe(layout, parts, entries, count);
}

interface Layout {
  before: string;
  between: string;
  after: string;
  entry(content: string, id: string, position: number): string;
}

const layouts: Record<ContextFormat, Layout> = {
  text: { before: '', between: '\n\n', after: '', entry: (content) => content },
  markdown: { before: '', between: '\n\n', after: '', entry: markdownEntry },
  xml: { before: '<context>\n', between: '\n', after: '\n</context>', entry: xmlEntry },
};

/** A fence ends only with a run of backticks as long as its own, so one longer than any run in the content cannot be forged. */
function markdownEntry(content: string, id: string, position: number): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `**[${position}]** ${id}\n${fence}text\n${content}\n${fence}`;
}

function xmlEntry(content: string, id: string, position: number): string {
  return `<entry n="${position}" id="${id}">${escapeXml(content)}</entry>`;
}

function escapeXml(text: string): string {
  return (
    text
      // XML has no way to write these characters, not even escaped.
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}

function countThatFit(
  parts: readonly string[],
  maxTokens: number,
  countTokens: (text: string) => number,
): number {
  let tokens = 0;
  for (const [i, part] of parts.entries()) {
    tokens += countTokens(part);
    if (tokens > maxTokens) return i;
  }
  return parts.length;
}

function compose(layout: Layout, parts: readonly string[], count: number): string {
  return count === 0 ? '' : layout.before + parts.slice(0, count).join(layout.between) + layout.after;
}

function describe(
  layout: Layout,
  parts: readonly string[],
  entries: ReadonlyArray<{ id: string }>,
  count: number,
): Context {
  let position = layout.before.length;
  const citations = parts.slice(0, count).map((part, i) => {
    const citation = { entryId: entries[i]!.id, start: position, end: position + part.length };
    position = citation.end + layout.between.length;
    return citation;
  });
  return {
    text: compose(layout, parts, count),
    entryIds: citations.map(({ entryId }) => entryId),
    citations,
  };
}
