import { visibleText } from './visible-text.ts';

/** Text that stays text in Markdown: no markup, no HTML, no links, no mention of a person or an issue. */
export function markdownText(text: string): string {
  return (
    visibleText(text)
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/[\\`*_[\]|>~$]/g, '\\$&')
      // Only at the beginning these make a list.
      .replace(/^(\s*)([-+])/, '$1\\$2')
      .replace(/^(\s*\d+)([.)])/, '$1\\$2')
      // Hosts link bare addresses, names and numbers of issues after rendering; an empty comment between the parts keeps them apart.
      .replace(/#/g, '\\#<!-- -->')
      .replace(/\bGH-(?=\d)/gi, '$&<!-- -->')
      .replace(/@/g, '@<!-- -->')
      .replace(/:\/\//g, ':<!-- -->//')
      .replace(/www(?=\.)/gi, 'www<!-- -->')
  );
}

/** A code span: nothing inside is interpreted. The fence is longer than any run of backticks inside. */
export function markdownCode(text: string): string {
  // A table splits its cells before it looks at code spans.
  const inner = visibleText(text).replaceAll('|', '\\|');
  const fence = '`'.repeat(longestRun(inner) + 1);
  const padding = inner.startsWith('`') || inner.endsWith('`') || inner.trim() === '' ? ' ' : '';
  return `${fence}${padding}${inner}${padding}${fence}`;
}

export function markdownCodeBlock(text: string): string {
  const inner = visibleText(text, { multiline: true });
  const fence = '`'.repeat(Math.max(3, longestRun(inner) + 1));
  return `${fence}text\n${inner}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
