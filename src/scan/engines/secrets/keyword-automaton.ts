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
  readonly #longest: number;

  constructor(keywords: readonly string[]) {
    const { columnOf, columns } = assignColumns(keywords);
    const size = keywords.reduce((sum, keyword) => sum + keyword.length, 1);
    this.#columnOf = columnOf;
    this.#longest = Math.max(1, ...keywords.map((keyword) => keyword.length));
    this.#table = new Int32Array(size * columns);
    this.#insert(keywords, columns);
    this.#link(columns);
  }

  /**
   * Calls `onHit` with the index of the keyword and the position behind it; hits come in no particular order. A step waits for the
   * look-up of the one before it, so four parts of the text are walked side by side: it is more than twice as fast as one walk.
   */
  scan(bytes: Uint8Array, onHit: (keyword: number, end: number) => void): void {
    const { length } = bytes;
    if (length < minForLanes) {
      this.#walk(bytes, 0, length, 0, onHit);
      return;
    }
    const table = this.#table;
    const columnOf = this.#columnOf;
    // Each lane begins early enough to see keywords that straddle its border, and reports only those that end inside of it.
    const lead = this.#longest - 1;
    const part = Math.floor(length / 4);
    let state0 = 0;
    let state1 = this.#stateAt(bytes, part - lead, part);
    let state2 = this.#stateAt(bytes, 2 * part - lead, 2 * part);
    let state3 = this.#stateAt(bytes, 3 * part - lead, 3 * part);
    for (let at0 = 0, at1 = part, at2 = 2 * part, at3 = 3 * part; at0 < part; at0++, at1++, at2++, at3++) {
      state0 = table[state0 + columnOf[bytes[at0]!]!]!;
      state1 = table[state1 + columnOf[bytes[at1]!]!]!;
      state2 = table[state2 + columnOf[bytes[at2]!]!]!;
      state3 = table[state3 + columnOf[bytes[at3]!]!]!;
      if ((state0 | state1 | state2 | state3) < 0) {
        if (state0 < 0) {
          state0 &= offsetMask;
          this.#report(state0, at0 + 1, onHit);
        }
        if (state1 < 0) {
          state1 &= offsetMask;
          this.#report(state1, at1 + 1, onHit);
        }
        if (state2 < 0) {
          state2 &= offsetMask;
          this.#report(state2, at2 + 1, onHit);
        }
        if (state3 < 0) {
          state3 &= offsetMask;
          this.#report(state3, at3 + 1, onHit);
        }
      }
    }
    this.#walk(bytes, 4 * part - lead, length, 4 * part, onHit);
  }

  /** One walk from the root; hits that end at or before `after` belong to somebody else. */
  #walk(
    bytes: Uint8Array,
    from: number,
    to: number,
    after: number,
    onHit: (keyword: number, end: number) => void,
  ): void {
    let state = 0;
    for (let at = from; at < to; at++) {
      state = this.#table[state + this.#columnOf[bytes[at]!]!]!;
      if (state < 0) {
        state &= offsetMask;
        if (at >= after) this.#report(state, at + 1, onHit);
      }
    }
  }

  #stateAt(bytes: Uint8Array, from: number, to: number): number {
    let state = 0;
    for (let at = from; at < to; at++) state = this.#table[state + this.#columnOf[bytes[at]!]!]! & offsetMask;
    return state;
  }

  #report(state: number, end: number, onHit: (keyword: number, end: number) => void): void {
    const reports = this.#reports.get(state)!;
    for (let i = 0; i < reports.length; i++) onHit(reports[i]!, end);
  }

  /**
   * Builds the trie level by level, so that the rows near the root, which are used all the time, lie side by side. 0, the root, stands
   * for a child that is missing, since nothing leads back to the root.
   */
  #insert(keywords: readonly string[], columns: number): void {
    const table = this.#table;
    const states = new Int32Array(keywords.length);
    let end = columns;
    for (let depth = 0; depth < this.#longest; depth++) {
      for (let index = 0; index < keywords.length; index++) {
        const keyword = keywords[index]!;
        if (depth >= keyword.length) continue;
        const slot = states[index]! + this.#columnOf[keyword.charCodeAt(depth)]!;
        if (table[slot] === 0) {
          table[slot] = end;
          end += columns;
        }
        states[index] = table[slot]!;
      }
    }
    for (let index = 0; index < keywords.length; index++) {
      const state = states[index]!;
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

const minForLanes = 1024;
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
