import { plain } from '../terminal.ts';

export interface ExportedEntry {
  id: string;
  content: string;
  metadata: object;
  externalId?: string;
  createdAt: string;
  updatedAt: string;
}

/** One entry as Markdown: a heading, its facts, and its text in a fence that the text cannot end. */
export function markdownOf({
  id,
  content,
  metadata,
  externalId,
  createdAt,
  updatedAt,
}: ExportedEntry): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const facts = [
    `- created ${createdAt}${updatedAt === createdAt ? '' : `, updated ${updatedAt}`}`,
    ...(externalId === undefined ? [] : [`- external id ${inline(externalId)}`]),
    ...Object.entries(metadata).map(
      ([name, value]) =>
        `- ${inline(name)}: ${inline(typeof value === 'string' ? value : JSON.stringify(value))}`,
    ),
  ];
  return `## ${id}\n\n${facts.join('\n')}\n\n${fence}text\n${content}\n${fence}\n\n`;
}

/** Text of others on one line, without a meaning of its own in Markdown. */
function inline(text: string): string {
  return plain(text.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]()#+!|<>&~]/g, (character) => `\\${character}`);
}
