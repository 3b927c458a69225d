import type { ContentFlag, ContentGuard, FlagKind } from './content-guard.ts';

const mostKept = 256;
const longest = 1_000;

/**
 * A guard for the entries of one write: what it found in a short text holds for the next one that is the same. The metadata of many entries has the same names and few values. It is forgotten
 * with the write.
 */
export class RepeatedTexts implements ContentGuard {
  readonly #guard: ContentGuard;
  readonly #found = new Map<string, readonly ContentFlag[]>();

  constructor(guard: ContentGuard) {
    this.#guard = guard;
  }

  inspect(text: string, kinds: ReadonlySet<FlagKind>): readonly ContentFlag[] {
    if (text.length > longest) return this.#guard.inspect(text, kinds);
    const key = `${[...kinds].join()} ${text}`;
    let found = this.#found.get(key);
    if (!found) {
      found = this.#guard.inspect(text, kinds);
      if (this.#found.size < mostKept) this.#found.set(key, found);
    }
    return found;
  }
}
