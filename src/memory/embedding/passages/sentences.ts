import type { PassageRange } from '../embedder.ts';

/** Borders behind sentence marks followed by space, behind CJK full stops, and behind every line. Every character is in one of them. */
export function sentences(content: string): PassageRange[] {
  const ranges: PassageRange[] = [];
  let start = 0;
  for (const match of content.matchAll(/[.!?…]["'”’)\]]*\s+|[。！？]+|\n+/gu)) {
    const end = match.index + match[0].length;
    ranges.push({ start, end });
    start = end;
  }
  if (start < content.length) ranges.push({ start, end: content.length });
  return ranges;
}
