/**
 * Finds every occurrence of many keywords in one pass over bytes (Aho–Corasick as a full transition table), regardless of ASCII
 * case. States that report something are numbered last, so that the inner loop needs one comparison to know.
 */
export class KeywordAutomaton {
  readonly #table: Uint32Array;
  readonly #columnOf: Uint8Array;
  readonly #columns: number;
  readonly #firstReporting: number;
  readonly #reports: number[][];

  constructor(keywords: readonly string[]) {
    const { columnOf, columns } = assignColumns(keywords);
    const trie = buildTrie(keywords, columnOf, columns);
    const { fail, order } = linkFailures(trie, columns);
    const reports = trie.reports;
    for (const state of order) {
      const inherited = reports[fail[state]!]!;
      if (inherited.length > 0) reports[state] = reports[state]!.concat(inherited);
    }
    const silent: number[] = [];
    const loud: number[] = [];
    for (let state = 0; state < reports.length; state++)
      (reports[state]!.length > 0 ? loud : silent).push(state);
    const numbered = [...silent, ...loud];
    const renamed = new Uint32Array(numbered.length);
    for (let i = 0; i < numbered.length; i++) renamed[numbered[i]!] = i * columns;

    this.#columnOf = columnOf;
    this.#columns = columns;
    this.#firstReporting = silent.length * columns;
    this.#reports = loud.map((state) => reports[state]!);
    this.#table = new Uint32Array(numbered.length * columns);
    for (let i = 0; i < numbered.length; i++) {
      const row = numbered[i]! * columns;
      for (let column = 0; column < columns; column++)
        this.#table[i * columns + column] = renamed[trie.table[row + column]!]!;
    }
  }

  /** Calls `onHit` with the index of the keyword and the position behind it, in the order of the positions. */
  scan(bytes: Uint8Array, from: number, to: number, onHit: (keyword: number, end: number) => void): void {
    const table = this.#table;
    const columnOf = this.#columnOf;
    const firstReporting = this.#firstReporting;
    let state = 0;
    for (let at = from; at < to; at++) {
      state = table[state + columnOf[bytes[at]!]!]!;
      if (state >= firstReporting) {
        const reports = this.#reports[(state - firstReporting) / this.#columns]!;
        for (let i = 0; i < reports.length; i++) onHit(reports[i]!, at + 1);
      }
    }
  }
}

interface Trie {
  table: Int32Array;
  reports: number[][];
}

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

function buildTrie(keywords: readonly string[], columnOf: Uint8Array, columns: number): Trie {
  const size = keywords.reduce((sum, keyword) => sum + keyword.length, 1);
  const table = new Int32Array(size * columns).fill(-1);
  const reports: number[][] = [[]];
  for (let index = 0; index < keywords.length; index++) {
    const keyword = keywords[index]!;
    let state = 0;
    for (let i = 0; i < keyword.length; i++) {
      const slot = state * columns + columnOf[lower(keyword.charCodeAt(i))]!;
      if (table[slot] === -1) {
        table[slot] = reports.length;
        reports.push([]);
      }
      state = table[slot]!;
    }
    reports[state]!.push(index);
  }
  return { table, reports };
}

/** Breadth first: a missing transition is the one of the longest proper suffix that is a state as well. */
function linkFailures(trie: Trie, columns: number): { fail: Int32Array; order: number[] } {
  const { table } = trie;
  const fail = new Int32Array(trie.reports.length);
  const order: number[] = [];
  for (let column = 0; column < columns; column++) {
    const child = table[column]!;
    if (child === -1) table[column] = 0;
    else order.push(child);
  }
  for (let i = 0; i < order.length; i++) {
    const state = order[i]!;
    for (let column = 0; column < columns; column++) {
      const slot = state * columns + column;
      const viaFailure = table[fail[state]! * columns + column]!;
      const child = table[slot]!;
      if (child === -1) table[slot] = viaFailure;
      else {
        fail[child] = viaFailure;
        order.push(child);
      }
    }
  }
  return { fail, order };
}

function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}
