import type { Expr, Span } from '../../ir/ir.ts';
import { isSharedKey } from './key-guards.ts';

/** `object[key]`, both by the names of variables. */
interface Place {
  readonly object: string;
  readonly key: string;
}

interface Pair {
  readonly span: Span;
  readonly callee: string;
  /** The places of which two are merged, one of each object. */
  readonly places: readonly Place[];
}

/** What a function does with objects by keys; what the functions inside of it do counts as its own. */
export class MergeScope {
  readonly name: string;
  readonly parameters: ReadonlySet<string>;
  readonly calls: string[] = [];
  readonly #outer: MergeScope | undefined;
  readonly #aliases = new Map<string, Place[]>();
  readonly #pairs: Pair[] = [];
  readonly #written = new Set<string>();
  readonly #own = new Set<string>();
  mentions = false;

  constructor(name: string, parameters: ReadonlySet<string>, outer: MergeScope | undefined) {
    this.name = name;
    this.parameters = parameters;
    this.#outer = outer;
  }

  mention(value: unknown): void {
    if (isSharedKey(value)) this.mentions = true;
  }

  alias(name: string, value: Expr): void {
    const places = this.placesOf(value);
    if (places.length === 0) return;
    const known = this.#aliases.get(name) ?? [];
    if (known.length < maxPlaces) this.#aliases.set(name, [...known, ...places]);
  }

  write(object: Expr, key: Expr): void {
    if (object.k === 'name' && key.k === 'name')
      this.#written.add(keyOf({ object: object.name, key: key.name }));
  }

  ownTest(object: Expr, key: Expr): void {
    if (object.k === 'name' && key.k === 'name') this.#own.add(keyOf({ object: object.name, key: key.name }));
  }

  called(name: string, span: Span, args: ReadonlyArray<readonly Place[]>): void {
    if (name) this.calls.push(name);
    const places = args.flat();
    if (name && args.filter((each) => each.length > 0).length >= 2)
      this.#pairs.push({ span, callee: name, places });
  }

  /** Calls that get what two objects hold under one key, where it is written back and nothing has looked whether the object has it. */
  merges(): Pair[] {
    return this.#pairs.filter(({ places }) =>
      places.some(
        (place) =>
          this.#written.has(keyOf(place)) &&
          !this.#own.has(keyOf(place)) &&
          places.some((other) => other.key === place.key && other.object !== place.object),
      ),
    );
  }

  include(inner: MergeScope): void {
    this.calls.push(...inner.calls.slice(0, maxCalls - Math.min(maxCalls, this.calls.length)));
    this.mentions ||= inner.mentions && inner.name === '';
    if (this.#pairs.length < maxPairs) this.#pairs.push(...inner.#pairs);
    for (const place of inner.#written) this.#written.add(place);
    for (const place of inner.#own) this.#own.add(place);
  }

  /** What a value may be: `o[k]` itself, a variable that holds it, or one of two. */
  placesOf(value: Expr): readonly Place[] {
    if (value.k === 'index')
      return value.object.k === 'name' && value.index.k === 'name'
        ? [{ object: value.object.name, key: value.index.name }]
        : [];
    if (value.k === 'name') return this.#placesIn(value.name);
    if (value.k === 'cond') return [...this.placesOf(value.yes), ...this.placesOf(value.otherwise)];
    if (value.k === 'logic') return [...this.placesOf(value.left), ...this.placesOf(value.right)];
    return [];
  }

  #placesIn(name: string): readonly Place[] {
    for (let scope: MergeScope | undefined = this; scope; scope = scope.#outer) {
      const places = scope.#aliases.get(name);
      if (places) return places;
    }
    return [];
  }
}

function keyOf({ object, key }: Place): string {
  return `${object}[${key}]`;
}

const maxPlaces = 6;
const maxPairs = 100;
const maxCalls = 500;
