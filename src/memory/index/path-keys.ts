import { type HashState, hash53, hashAfter, hashStart, stateAfter } from './hash.ts';

/** So many are kept, of all namespaces together. */
const mostKnown = 4_096;
let known = new Map<string, PathKeys>();
let knownCount = 0;

/** By which keys an index lists the values at one path. Entries of a namespace have the same few paths, so they are worked out once and not for each entry. */
export class PathKeys {
  /** The segments, each as JSON. */
  readonly path: string;
  /** The last segment as JSON. */
  readonly name: string;
  /** Of the entries that have something there, that have a string there, and that have a number there which is only near its double. */
  readonly exists: number;
  readonly strings: number;
  readonly nearNumbers: number;
  /** Of the numbers. */
  readonly numbers: number;
  readonly #equals: HashState;
  readonly #contains: HashState;
  readonly #members = new Map<string, PathKeys>();

  private constructor(above: string, name: string) {
    const path = above + name;
    this.path = path;
    this.name = name;
    this.exists = hash53(`x${path}`);
    this.strings = hash53(`s${path}`);
    this.nearNumbers = hash53(`n${path}`);
    this.numbers = hash53(path);
    this.#equals = stateAfter(hashStart, `e${path}`);
    this.#contains = stateAfter(hashStart, `c${path}`);
  }

  static of(segments: readonly string[]): PathKeys {
    const [root = '', ...rest] = segments;
    if (knownCount > mostKnown) {
      known = new Map();
      knownCount = 0;
    }
    let keys = keysIn(known, root, '');
    for (const segment of rest) keys = keys.member(segment);
    return keys;
  }

  member(name: string): PathKeys {
    return keysIn(this.#members, name, this.path);
  }

  /** Of the entries that have this value there, by its canonical text. */
  equals(canonical: string): number {
    return hashAfter(this.#equals, canonical);
  }

  /** Of the entries that have a list there with this value in it. */
  contains(canonical: string): number {
    return hashAfter(this.#contains, canonical);
  }

  static make(above: string, name: string): PathKeys {
    knownCount++;
    return new PathKeys(above, JSON.stringify(name));
  }
}

function keysIn(members: Map<string, PathKeys>, name: string, path: string): PathKeys {
  let keys = members.get(name);
  if (!keys) {
    keys = PathKeys.make(path, name);
    members.set(name, keys);
  }
  return keys;
}
