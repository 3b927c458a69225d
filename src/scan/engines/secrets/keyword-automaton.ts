/**
 * Finds every occurrence of many keywords in one pass over bytes (Aho–Corasick as a full transition table), regardless of ASCII
 * case. A transition into a state that reports something has its sign bit set, so that the inner loop needs one look-up and one
 * comparison a byte.
 */
export class KeywordAutomaton {
  /** Row by row; a state is the offset of its row. */
  readonly #table: Int32Array;
  readonly #columnOf: Uint8Array;
  /** By the offset of the row: which keywords end there. */
  readonly #reports = new Map<number, number[]>();

  constructor(keywords: readonly string[]) {
    const { columnOf, columns } = assignColumns(keywords);
    const size = keywords.reduce((sum, keyword) => sum + keyword.length, 1);
    this.#columnOf = columnOf;
    this.#table = new Int32Array(size * columns);
    this.#insert(keywords, columns);
    this.#link(columns);
  }

  /** Calls `onHit` with the index of the keyword and the position behind it, in the order of the positions. */
  scan(bytes: Uint8Array, from: number, to: number, onHit: (keyword: number, end: number) => void): void {
    const table = this.#table;
    const columnOf = this.#columnOf;
    let state = 0;
    for (let at = from; at < to; at++) {
      state = table[state + columnOf[bytes[at]!]!]!;
      if (state < 0) {
        state &= offsetMask;
        const reports = this.#reports.get(state)!;
        for (let i = 0; i < reports.length; i++) onHit(reports[i]!, at + 1);
      }
    }
  }

  /** Builds the trie; 0, the root, stands for a child that is missing, since nothing leads back to the root. */
  #insert(keywords: readonly string[], columns: number): void {
    const table = this.#table;
    let end = columns;
    for (let index = 0; index < keywords.length; index++) {
      const keyword = keywords[index]!;
      let state = 0;
      for (let i = 0; i < keyword.length; i++) {
        const slot = state + this.#columnOf[keyword.charCodeAt(i)]!;
        if (table[slot] === 0) {
          table[slot] = end;
          end += columns;
        }
        state = table[slot]!;
      }
      const known = this.#reports.get(state);
      if (known) known.push(index);
      else this.#reports.set(state, [index]);
    }
  }

  /** Breadth first: a missing transition is that of the longest proper suffix which is a state as well. */
  #link(columns: number): void {
    const table = this.#table;
    const suffixOf = new Int32Array(table.length / columns);
    const queue: number[] = [];
    const enter = (child: number, suffix: number): number => {
      suffixOf[child / columns] = suffix;
      queue.push(child);
      const inherited = this.#reports.get(suffix);
      const own = this.#reports.get(child);
      if (inherited) this.#reports.set(child, own ? own.concat(inherited) : inherited);
      return (own ?? inherited) ? child | reportFlag : child;
    };
    for (let column = 0; column < columns; column++) {
      if (table[column] !== 0) table[column] = enter(table[column]!, 0);
    }
    for (let i = 0; i < queue.length; i++) {
      const state = queue[i]!;
      const suffix = suffixOf[state / columns]!;
      for (let column = 0; column < columns; column++) {
        const fallback = table[suffix + column]!;
        const child = table[state + column]!;
        table[state + column] = child === 0 ? fallback : enter(child, fallback & offsetMask);
      }
    }
  }
}

const reportFlag = 1 << 31;
const offsetMask = ~reportFlag;

/** Bytes that occur in no keyword share column 0; upper and lower case share theirs. */
function assignColumns(keywords: readonly string[]): { columnOf: Uint8Array; columns: number } {
  const columnOf = new Uint8Array(256);
  let columns = 1;
  for (const keyword of keywords) {
    for (let i = 0; i < keyword.length; i++) {
      const byte = lower(keyword.charCodeAt(i));
      if (columnOf[byte] === 0) columnOf[byte] = columns++;
    }
  }
  for (let byte = 65; byte <= 90; byte++) columnOf[byte] = columnOf[byte + 32]!;
  return { columnOf, columns };
}

function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}
