/** Texts that share so much of their words say the same. */
const same = 0.9;
/** Of a long text three pieces of this length are compared: its beginning, its middle and its end. */
const pieceLength = 2_000;
/** So many words are looked up at most; what is left then counts as distinct. */
const mostLookUps = 1_000_000;

/** Without those that say the same as one before them. */
export function withoutNearDuplicates<Entry extends { content: string }>(entries: readonly Entry[]): Entry[] {
  const kept: Array<{ entry: Entry; words: ReadonlySet<string> }> = [];
  let lookUps = 0;
  for (const entry of entries) {
    const words = wordsOf(entry.content);
    const isRepeated = kept.some((other) => {
      if (lookUps >= mostLookUps || !isAsLong(other.words.size, words.size)) return false;
      if (!isAsLong(other.entry.content.length, entry.content.length)) return false;
      lookUps += words.size;
      return alike(other.words, words) >= same;
    });
    if (!isRepeated) kept.push({ entry, words });
  }
  return kept.map(({ entry }) => entry);
}

function wordsOf(content: string): ReadonlySet<string> {
  const middle = Math.floor((content.length - pieceLength) / 2);
  const compared =
    content.length <= 3 * pieceLength
      ? content
      : `${content.slice(0, pieceLength)} ${content.slice(middle, middle + pieceLength)} ${content.slice(-pieceLength)}`;
  return new Set(compared.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [compared]);
}

/** Where one is much longer than the other, they cannot share enough. */
function isAsLong(a: number, b: number): boolean {
  return Math.min(a, b) >= same * Math.max(a, b);
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of b) if (a.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
