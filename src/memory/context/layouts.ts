export type ContextFormat = 'text' | 'markdown' | 'xml';

/** What a part of the text says about its entry, next to the content. */
export interface PartHead {
  id: string;
  position: number;
  /** A day, such as 2026-03-14. */
  date?: string;
  source?: string;
  /** The text must not be obeyed. */
  untrusted?: boolean;
}

export interface Layout {
  before: string;
  between: string;
  after: string;
  part(content: string, head: PartHead): string;
}

export const layouts: Record<ContextFormat, Layout> = {
  text: { before: '', between: '\n\n', after: '', part: textPart },
  markdown: { before: '', between: '\n\n', after: '', part: markdownPart },
  xml: { before: '<context>\n', between: '\n', after: '\n</context>', part: xmlPart },
};

function textPart(content: string, { date, source }: PartHead): string {
  const head = [date, source === undefined ? undefined : inOneLine(source)].filter(
    (part) => part !== undefined,
  );
  return head.length === 0 ? content : `[${head.join(', ')}] ${content}`;
}

/** A fence ends only with a run of backticks as long as its own, so one longer than any run in the content cannot be forged. */
function markdownPart(content: string, { id, position, date, source, untrusted }: PartHead): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const more = [
    date,
    source === undefined ? undefined : inOneLine(source).replace(/[`*_<>[\]\\]/g, '\\$&'),
    untrusted ? 'untrusted="true"' : undefined,
  ];
  const head = [`**[${position}]** ${id}`, ...more.filter((part) => part !== undefined)].join(' · ');
  return `${head}\n${fence}text\n${content}\n${fence}`;
}

function xmlPart(content: string, { id, position, date, source, untrusted }: PartHead): string {
  const more =
    (untrusted ? ' untrusted="true"' : '') +
    (date === undefined ? '' : ` date="${date}"`) +
    (source === undefined ? '' : ` source="${escapeXml(inOneLine(source))}"`);
  return `<entry n="${position}" id="${id}"${more}>${escapeXml(content)}</entry>`;
}

/** A source is metadata, which anyone may have written. */
const longestSource = 200;

function inOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\]]+/gu, ' ')
    .trim()
    .slice(0, longestSource);
}

function escapeXml(text: string): string {
  return (
    text
      // XML has no way to write these characters, not even escaped.
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}
