import type { Expression } from './expression.ts';

/**
 * Matches an expression over bytes from a fixed position, forwards or backwards, in one pass without backtracking: sets of
 * positions become states at their first use. A step costs a table look-up; at worst, when the table is full, one pass over the
 * positions of the expression. That bounds the time of every expression, also of one written by a stranger.
 */
export class ByteAutomaton {
  readonly #reverse: boolean;
  readonly #sets: Uint8Array[] = [];
  readonly #next: number[] = [];
  readonly #other: number[] = [];
  readonly #kinds: number[] = [];
  readonly #classOf = new Uint8Array(256);
  #classes = 0;
  readonly #representatives: number[] = [];
  readonly #start: number;
  readonly #accept: number;
  #states: State[] = [];
  readonly #known = new Map<string, number>();
  #marks = new Int32Array(0);
  #mark = 0;
  #initial = 0;
  /**
   * The work done since the automaton was made, for budgets: at each byte the size of the set of positions, whether or not the step
   * was known already. So the count depends on the text alone, and it bounds the time also where every step is new.
   */
  steps = 0;

  constructor(root: Expression, direction: 'forwards' | 'backwards') {
    this.#reverse = direction === 'backwards';
    this.#accept = this.#node(kindAccept, 0, 0);
    this.#start = this.#build(root, this.#accept);
    this.#marks = new Int32Array(this.#kinds.length);
    this.#groupBytes();
    this.#initial = this.#intern(this.#closure([this.#start]));
  }

  /**
   * The end of the longest match that starts at `from` (backwards: its start, when it ends at `from`), or -1.
   * `limit` is the first position that may not be read (backwards: the last one that may).
   */
  longest(bytes: Uint8Array, from: number, limit: number): number {
    return this.#run(bytes, from, limit, false);
  }

  /** As `longest`, but the first end at which the expression matches. */
  shortest(bytes: Uint8Array, from: number, limit: number): number {
    return this.#run(bytes, from, limit, true);
  }

  /** True when exactly the bytes from `from` to `to` match. */
  covers(bytes: Uint8Array, from: number, to: number): boolean {
    let state = this.#initial;
    for (let at = from; at < to; at++) {
      this.steps += this.#states[state]!.positions.length;
      state = this.#step(state, this.#classOf[bytes[at]!]!);
      if (state < 0) return false;
    }
    return this.#states[state]!.accepts;
  }

  #run(bytes: Uint8Array, from: number, limit: number, first: boolean): number {
    let state = this.#initial;
    let found = this.#states[state]!.accepts ? from : -1;
    if (found >= 0 && first) return found;
    if (this.#reverse) {
      for (let at = from - 1; at >= limit; at--) {
        this.steps += this.#states[state]!.positions.length;
        state = this.#step(state, this.#classOf[bytes[at]!]!);
        if (state < 0) break;
        if (this.#states[state]!.accepts) {
          found = at;
          if (first) break;
        }
      }
    } else {
      for (let at = from; at < limit; at++) {
        this.steps += this.#states[state]!.positions.length;
        state = this.#step(state, this.#classOf[bytes[at]!]!);
        if (state < 0) break;
        if (this.#states[state]!.accepts) {
          found = at + 1;
          if (first) break;
        }
      }
    }
    return found;
  }

  #step(state: number, byteClass: number): number {
    const known = this.#states[state]!.targets[byteClass]!;
    return known === unknown ? this.#explore(state, byteClass) : known;
  }

  #explore(from: number, byteClass: number): number {
    const state = this.#states[from]!;
    const byte = this.#representatives[byteClass]!;
    const reached: number[] = [];
    for (const position of state.positions) {
      if (this.#kinds[position] === kindBytes && this.#sets[position]![byte])
        reached.push(this.#next[position]!);
    }
    const positions = this.#closure(reached);
    if (positions.length === 0) {
      state.targets[byteClass] = dead;
      return dead;
    }
    // A table that is full starts over, so that memory stays bounded whatever is fed in.
    if (this.#states.length >= maxStates) {
      this.#states = [];
      this.#known.clear();
      this.#initial = this.#intern(this.#closure([this.#start]));
      return this.#intern(positions);
    }
    const target = this.#intern(positions);
    state.targets[byteClass] = target;
    return target;
  }

  #intern(positions: number[]): number {
    const key = positions.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const targets = new Int16Array(this.#classes).fill(unknown);
    this.#states.push({ positions, accepts: positions.includes(this.#accept), targets });
    this.#known.set(key, this.#states.length - 1);
    return this.#states.length - 1;
  }

  #closure(from: number[]): number[] {
    const mark = ++this.#mark;
    const stack = from.slice();
    const found: number[] = [];
    while (stack.length > 0) {
      const position = stack.pop()!;
      if (this.#marks[position] === mark) continue;
      this.#marks[position] = mark;
      if (this.#kinds[position] === kindSplit) stack.push(this.#next[position]!, this.#other[position]!);
      else found.push(position);
    }
    return found.sort((a, b) => a - b);
  }

  #node(kind: number, next: number, other: number, set?: Uint8Array): number {
    this.#kinds.push(kind);
    this.#next.push(next);
    this.#other.push(other);
    if (set) this.#sets[this.#kinds.length - 1] = set;
    return this.#kinds.length - 1;
  }

  #build(expression: Expression, next: number): number {
    switch (expression.kind) {
      case 'bytes':
        return this.#node(kindBytes, next, 0, expression.set);
      case 'secret':
        return this.#build(expression.item, next);
      case 'sequence': {
        // Built from the end, so that every item knows what follows it.
        const items = this.#reverse ? expression.items : expression.items.toReversed();
        return items.reduce((after, item) => this.#build(item, after), next);
      }
      case 'choice':
        return expression.options
          .map((option) => this.#build(option, next))
          .reduce((one, two) => this.#node(kindSplit, one, two));
      case 'repeat': {
        let after = next;
        for (let i = expression.min; i < expression.max; i++)
          after = this.#node(kindSplit, this.#build(expression.item, after), next);
        for (let i = 0; i < expression.min; i++) after = this.#build(expression.item, after);
        return after;
      }
    }
  }

  /** Bytes that no set tells apart share one column of the table: each set splits the groups that the sets before it left. */
  #groupBytes(): void {
    const groups = this.#classOf;
    const successor = new Int16Array(512);
    let count = 1;
    for (const set of new Set(this.#sets.filter((set) => set !== undefined))) {
      successor.fill(-1);
      let next = 0;
      for (let byte = 0; byte < 256; byte++) {
        const split = 2 * groups[byte]! + set[byte]!;
        if (successor[split]! < 0) successor[split] = next++;
        groups[byte] = successor[split]!;
      }
      count = next;
    }
    this.#classes = count;
    for (let byte = 255; byte >= 0; byte--) this.#representatives[groups[byte]!] = byte;
  }
}

interface State {
  positions: number[];
  accepts: boolean;
  targets: Int16Array;
}

const kindAccept = 0;
const kindBytes = 1;
const kindSplit = 2;
const dead = -1;
const unknown = -2;
const maxStates = 4096;
