/** Texts that share so much of their words say the same. */
const same = 0.9;

/** Without those that say the same as one before them. */
export function withoutNearDuplicates<Entry extends { content: string }>(entries: readonly Entry[]): Entry[] {
  const kept: Array<{ entry: Entry; words: ReadonlySet<string> }> = [];
  for (const entry of entries) {
    const words = new Set(entry.content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [entry.content]);
    if (!kept.some((other) => alike(other.words, words) >= same)) kept.push({ entry, words });
  }
  return kept.map(({ entry }) => entry);
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  // The share cannot be reached where one has many more words.
  if (Math.min(a.size, b.size) < same * Math.max(a.size, b.size)) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
