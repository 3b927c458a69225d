import type { Expr, Span, Target } from '../../ir/ir.ts';

/** `object[key]`, both by the names of variables, and where it is read. */
interface KeyedPlace {
  readonly object: string;
  readonly key: string;
  readonly read: Span;
  /** Where the key comes from, in a call. */
  readonly from?: Span | undefined;
}

interface KeyedCall {
  readonly span: Span;
  readonly callee: string;
  /** What of its arguments is held by objects under keys. */
  readonly places: readonly KeyedPlace[];
  /** Arguments that are parameters of the function around it. */
  readonly handed: readonly string[];
}

/** A call that gets what two objects hold under one key. */
export interface MergingCall {
  readonly span: Span;
  readonly callee: string;
  readonly place: KeyedPlace;
}

/** What a function does with objects by keys; what the functions inside of it do counts as its own. */
export class MergeScope {
  readonly name: string;
  readonly parameters: ReadonlySet<string>;
  /** The functions that it calls. */
  readonly calls = new Set<string>();
  /** Those among them that get one value or two, as a test of a key does. */
  readonly tests = new Set<string>();
  /** What it asks about keys that may be of another file: functions, and collections by what is asked of them. */
  readonly asks: Expr[] = [];
  /** Where variables first get a value. */
  readonly assigned = new Map<string, Span>();
  /** Names through which all objects are reached that it mentions. */
  readonly mentioned = new Set<string>();
  readonly outer: MergeScope | undefined;
  /** Which of its parameters are an object and a key of which it asks whether the object has it of its own. */
  asksOwn: readonly [number, number] | undefined;
  readonly #plainCalls: Array<{ readonly callee: string; readonly args: readonly Expr[] }> = [];
  readonly #aliases = new Map<string, readonly KeyedPlace[]>();
  readonly #keyed: KeyedCall[] = [];
  readonly #written = new Set<string>();
  readonly #own = new Set<string>();
  /** Parameters that are written to under keys, and variables that hold the next part of a path. */
  readonly #filled = new Set<string>();
  readonly #taken = new Set<string>();
  /** Variables through which objects are written to, or that another function gets, which may do so. */
  readonly #changed = new Set<string>();
  readonly #copies = new Map<string, string>();
  /** Parameters that are put under keys which are parameters, too: whoever calls the function gives both, so that they belong together. */
  readonly #givenUnder = new Map<string, KeyedPlace>();
  /** Where a loop, or whoever calls the function for each key, puts the next key. */
  readonly #keys = new Map<string, Span>();

  constructor(name: string, parameters: ReadonlySet<string>, outer: MergeScope | undefined) {
    this.name = name;
    this.parameters = parameters;
    this.outer = outer;
  }

  mention(value: unknown): void {
    if (value === '__proto__' || value === 'constructor') this.mentioned.add(value);
  }

  assign(name: string, value: Expr, span: Span): void {
    if (!this.assigned.has(name)) this.assigned.set(name, span);
    if (takesNext(value)) this.#taken.add(name);
    if (value.k === 'name') this.#copies.set(name, value.name);
    const places = this.placesOf(value);
    if (places.length === 0) return;
    const known = this.#aliases.get(name) ?? [];
    if (known.length < maxPlaces) this.#aliases.set(name, [...known, ...places]);
  }

  change(object: Expr): void {
    if (object.k === 'name') this.#changed.add(object.name);
  }

  /** Whether what a variable holds is written to, by that name or by one that it was copied to. */
  changes(name: string): boolean {
    return (
      this.#changed.has(name) ||
      [...this.#copies].some(([to, from]) => from === name && this.#changed.has(to))
    );
  }

  write(object: Expr, key: Expr): void {
    if (object.k === 'name' && key.k !== 'const') this.#filled.add(object.name);
    if (object.k === 'name' && key.k === 'name') this.#written.add(`${object.name}[${key.name}]`);
  }

  /** `target[key] = value` in `put(target, value, key)`. */
  writeGiven(key: Expr, value: Expr): void {
    if (key.k !== 'name' || value.k !== 'name') return;
    if (!this.parameters.has(key.name) || !this.parameters.has(value.name)) return;
    this.#givenUnder.set(value.name, { object: `=${value.name}`, key: key.name, read: value });
  }

  /** `put(object[key], path, value)` in `put(object, path, value)`, which writes to the object, for the next key of the path. */
  deeper(args: readonly Expr[]): Expr | undefined {
    const names = [...this.parameters];
    return args.find(
      (arg, i) =>
        arg.k === 'index' &&
        arg.object.k === 'name' &&
        arg.object.name === names[i] &&
        this.#filled.has(arg.object.name) &&
        (arg.index.k === 'name' ? this.#taken.has(arg.index.name) : takesNext(arg.index)),
    );
  }

  ownTest(object: Expr, key: Expr): void {
    if (object.k !== 'name' || key.k !== 'name') return;
    this.#own.add(`${object.name}[${key.name}]`);
    const names = [...this.parameters];
    const asked = [names.indexOf(object.name), names.indexOf(key.name)] as const;
    if (!asked.includes(-1)) this.asksOwn ??= asked;
  }

  /** Whether something here asked if the object has the key of its own. */
  hasAsked(object: string, key: string): boolean {
    return this.#own.has(`${object}[${key}]`);
  }

  /** `isSafe(object, key)` asks for the function around it, where that is what such a function does. */
  askByTests(tests: ReadonlyMap<string, readonly [number, number]>): void {
    for (const { callee, args } of this.#plainCalls) {
      const asked = tests.get(callee);
      const [object, key] = asked ? asked.map((at) => args[at]) : [];
      if (object?.k === 'name' && key?.k === 'name') this.ownTest(object, key);
    }
  }

  /** A function that tests a key, be it one that is given to `some`. */
  test(name: string, asked?: Expr): void {
    this.tests.add(name);
    if (asked && this.asks.length < maxKeyed) this.asks.push(asked);
  }

  /** `const [first, ...rest] = path`: the next part of a path. */
  take(target: Target, value: Expr): void {
    const first = target.k === 'list' && target.rest && value.k === 'name' ? target.items[0] : undefined;
    if (first?.k === 'name') this.#taken.add(first.name);
  }

  call(name: string, span: Span, args: readonly Expr[]): void {
    if (name === '') return;
    this.calls.add(name);
    if (args.length <= 2) this.test(name);
    if (args.length >= 2 && args.length <= maxAsked && this.#plainCalls.length < maxKeyed)
      this.#plainCalls.push({ callee: name, args });
    const places = args.map((arg) => this.placesOf(arg)).filter((each) => each.length > 0);
    const handed = args.flatMap((arg) =>
      arg.k === 'name' && this.parameters.has(arg.name) ? [arg.name] : [],
    );
    if (places.length + Math.min(handed.length, 1) >= 2 && this.#keyed.length < maxKeyed)
      this.#keyed.push({
        span,
        callee: name,
        handed,
        places: places.flat().map((place) => ({ ...place, from: this.#keyIn(place.key) })),
      });
  }

  /** Calls that get what two objects hold under one key, where it is written back and nothing has asked whether the object has it of its own. */
  merges(): MergingCall[] {
    return this.#keyed.flatMap(({ span, callee, places: read, handed }) => {
      const places = [...read, ...handed.flatMap((name) => this.#givenUnder.get(name) ?? [])];
      const place = places.find(
        ({ object, key }) =>
          this.#written.has(`${object}[${key}]`) &&
          !this.#own.has(`${object}[${key}]`) &&
          places.some((other) => other.key === key && other.object !== object),
      );
      return place ? [{ span, callee, place }] : [];
    });
  }

  include(inner: MergeScope): void {
    for (const name of inner.calls) this.calls.add(name);
    for (const name of inner.tests) this.tests.add(name);
    if (inner.name === '') {
      for (const name of inner.mentioned) this.mentioned.add(name);
      for (const name of inner.#changed) this.#changed.add(name);
      this.asks.push(...inner.asks.slice(0, Math.max(0, maxKeyed - this.asks.length)));
    }
    this.#keyed.push(...inner.#keyed.slice(0, Math.max(0, maxKeyed - this.#keyed.length)));
    for (const place of inner.#written) this.#written.add(place);
    for (const place of inner.#own) this.#own.add(place);
    if (inner.name === '') this.#plainCalls.push(...inner.#plainCalls);
  }

  /** The variable that a loop gives its next value, or the parameter of a function. */
  goesThrough(name: string, at: Span): void {
    this.#keys.set(name, at);
  }

  #keyIn(name: string): Span | undefined {
    for (let scope: MergeScope | undefined = this; scope; scope = scope.outer) {
      const at = scope.#keys.get(name);
      if (at) return at;
    }
    return undefined;
  }

  /** `for (const [key, value] of Object.entries(object))`: the value is what the object holds under the key. */
  entries(key: string, value: string, object: string, read: Span): void {
    const known = this.#aliases.get(value) ?? [];
    if (known.length < maxPlaces) this.#aliases.set(value, [...known, { object, key, read }]);
  }

  /** What a value may be: `o[k]` itself, also where it is made, a variable that holds it, one of two, or the only one in a list. */
  placesOf(value: Expr): readonly KeyedPlace[] {
    if (value.k === 'index')
      return value.object.k === 'name' && value.index.k === 'name'
        ? [{ object: value.object.name, key: value.index.name, read: value }]
        : [];
    if (value.k === 'name') return this.#placesIn(value.name);
    if (value.k === 'assign') return value.target.k === 'index' ? this.placesOf(value.target) : [];
    if (value.k === 'list') return value.items.length === 1 ? this.placesOf(value.items[0]!.value) : [];
    if (value.k === 'cond') return [...this.placesOf(value.yes), ...this.placesOf(value.otherwise)];
    if (value.k === 'logic') return [...this.placesOf(value.left), ...this.placesOf(value.right)];
    return [];
  }

  #placesIn(name: string): readonly KeyedPlace[] {
    for (let scope: MergeScope | undefined = this; scope; scope = scope.outer) {
      const places = scope.#aliases.get(name);
      if (places) return places;
    }
    return [];
  }
}

/** `path.shift()`, `path[0]`. */
function takesNext(value: Expr): boolean {
  if (value.k === 'index')
    return value.object.k === 'name' && value.index.k === 'const' && value.index.value === 0;
  return (
    value.k === 'call' &&
    value.callee.k === 'member' &&
    value.args.length === 0 &&
    (value.callee.property === 'shift' || value.callee.property === 'pop')
  );
}

const maxPlaces = 6;
/** A test of a key gets the object, the key and perhaps one thing more. */
const maxAsked = 3;
const maxKeyed = 100;
