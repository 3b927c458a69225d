import type { Expr, FunctionIr, Span, Target } from '../ir/ir.ts';
import type { AwaitedCheck } from './awaited-check.ts';
import type { Outcomes } from './summary.ts';
import {
  type Closure,
  isDynamic,
  joinValues,
  nullValue,
  sameValue,
  unknownValue,
  type Value,
} from './value.ts';

/** The variables at one place of the program: a layer over those before a branch, written to only in its own layer. */
export class Layer {
  #values: Map<string, Value> | undefined;
  readonly below: Layer | undefined;
  /** Nothing after this point runs. */
  dead = false;

  constructor(below?: Layer) {
    this.below = below;
  }

  get(name: string): Value | undefined {
    for (let layer: Layer | undefined = this; layer; layer = layer.below) {
      const value = layer.#values?.get(name);
      if (value) return value;
    }
    return undefined;
  }

  set(name: string, value: Value): void {
    this.#values ??= new Map();
    this.#values.set(name, value);
  }

  forget(name: string): void {
    this.#values?.delete(name);
  }

  /** What was set in this layer itself. Most branches set nothing, and have no map. */
  get values(): ReadonlyMap<string, Value> {
    return this.#values ?? noValues;
  }
}

const noValues: ReadonlyMap<string, Value> = new Map();

/** What a call was made of before its arguments were. */
export interface Called {
  readonly target: Value;
  readonly receiver: Value | undefined;
}

/** What one place of a function gives back. */
export interface Giving extends Span {
  readonly value: Value;
}

/** One function being run: its variables, and the frame that it was written in. */
export class Frame {
  readonly fn: FunctionIr | undefined;
  readonly outer: Frame | undefined;
  readonly locals: ReadonlySet<string>;
  readonly depth: number;
  /** The function that is being summarised while this one runs: what stands for its parameters and calls means nothing in another. */
  readonly context: number;
  self: Value | undefined;
  layer = new Layer();
  returned: Value | undefined;
  /** What each place gives back that does, by where it stands. */
  readonly #givings = new Map<number, Giving>();
  /** Set where a condition has proved something about places that are no variables: how long the texts of these places are, so that reading
   * any other place asks no more than that. */
  narrowed: Set<number> | undefined;
  /** Whether a condition has proved something about all that comes from one origin. */
  narrowsOrigins = false;
  /** What a generator hands out, one after the other. */
  #handed: Value | undefined;
  /** Functions made here and perhaps never called: run at the end. */
  readonly created: Closure[] = [];
  /** Tests of which a variable holds the result, with the versions of what they are about; layers say which variable holds which. */
  readonly tests: Array<{
    expr: Expr;
    versions: ReadonlyArray<readonly [string, number]>;
    under?: { value: boolean; holds: boolean };
    said?: ReadonlyArray<{
      expr: Expr;
      clears: number;
      check?: string | undefined;
      awaits?: string | undefined;
    }>;
  }> = [];
  /** What was called here, and on what, when each call was last run: conditions ask it again. */
  readonly called = new Map<Expr, Called>();
  /** The conditions that the branches have which are being run, the innermost last. */
  readonly conditions: Array<{ readonly expr: Expr; readonly holds: boolean }> = [];
  /** Variables that hold one character of a text, as loops over it name them. */
  readonly characters = new Set<string>();
  /** Texts that variables hold, and how they were made, with the versions of what they were made of. */
  readonly made = new Map<
    string,
    { expr: Expr; target: Target; value: Value; versions: ReadonlyArray<readonly [string, number]> }
  >();
  /** One of them is being made again: a condition inside of it has nothing to make again. */
  remaking = false;
  readonly #versions = new Map<string, number>();
  /** What guards anywhere in the function have cleared, by the origin of the data. */
  readonly cleared = new Map<number, number>();
  /** What functions of other files were asked about it, by the origin of the data. */
  readonly asked = new Map<number, readonly AwaitedCheck[]>();
  /** A condition established something here. */
  guards = false;
  /** What all ways out so far established of the parameters. */
  readonly outcomes: { -readonly [K in keyof Outcomes]: Outcomes[K] } = {};
  /** How often the loops that are being run go through their lists, all together. */
  unrolled = 1;
  /** Where `break` and `continue` of the innermost loops lead. */
  readonly exits: Array<{ breaks: Layer[]; continues: Layer[] }> = [];

  constructor(
    fn: FunctionIr | undefined,
    locals: ReadonlySet<string>,
    outer: Frame | undefined,
    depth: number,
    context = 0,
  ) {
    this.fn = fn;
    this.locals = locals;
    this.outer = outer;
    this.depth = depth;
    this.context = context;
  }

  /** A place of the function gives something back; one in a loop may do so more than once. */
  give(value: Value, { start, end }: Span): void {
    this.returned = this.returned ? joinValues(this.returned, value) : value;
    const known = this.#givings.get(start);
    this.#givings.set(start, { start, end, value: known ? joinValues(known.value, value) : value });
  }

  /** What a call gives, one by one for the places that give it back; nothing where these are not known. */
  givings(): Giving[] {
    return this.#handed ? [] : [...this.#givings.values()];
  }

  hand(value: Value): void {
    this.#handed = this.#handed ? joinValues(this.#handed, value) : value;
  }

  /** What a call of the function gives. */
  result(): Value {
    if (!this.#handed) return this.returned ?? nullValue;
    if (this.fn?.yieldsOnce) return this.#handed;
    const dynamic = isDynamic(this.#handed);
    const shape = { kind: 'list', fields: new Map(), rest: this.#handed, length: undefined } as const;
    return { ...unknownValue, dynamic, shape };
  }

  /** How often a variable has been set: what was found out about it holds for that version. */
  versionOf(name: string): number {
    return (this.owner(name) ?? this).#versions.get(name) ?? 0;
  }

  /** The variable is set. */
  renew(name: string): void {
    const owner = this.owner(name) ?? this;
    const before = owner.#versions.get(name) ?? 0;
    owner.#versions.set(name, before + 1);
    if (before > 0) this.layer.set(replacedKey(name), nullValue);
  }

  /** Whether a variable holds what it was first set to, on the ways that lead here: what another branch sets is nothing to this one. */
  isAsGiven(name: string): boolean {
    return this.versionOf(name) <= 1 || !this.layer.get(replacedKey(name));
  }

  /** The frame that owns a variable. */
  owner(name: string): Frame | undefined {
    for (let frame: Frame | undefined = this; frame; frame = frame.outer)
      if (frame.locals.has(name)) return frame;
    return undefined;
  }
}

/** Where a layer says that a variable was set again; of two branches that meet one is enough. */
function replacedKey(name: string): string {
  return `:${name}`;
}

/** Whether a layer says by that key no more than that a variable was set again. */
export function isReplacedKey(key: string): boolean {
  return key.startsWith(':');
}

/** The innermost named function that a frame is in, as findings name it. */
export function scopeOf(innermost: Frame): string {
  for (let frame: Frame | undefined = innermost; frame; frame = frame.outer) {
    const { fn } = frame;
    if (fn?.name) return fn.className ? `${fn.className}.${fn.name}` : fn.name;
  }
  return '';
}

/** Writes what two or more branches over the same base agree on into the base; true when the base changed in what matters. */
export function mergeLayers(
  base: Layer,
  branches: readonly Layer[],
  matters: (name: string) => boolean = always,
): boolean {
  const live = branches.filter((branch) => !branch.dead);
  if (live.length === 0) {
    base.dead = true;
    return false;
  }
  let changed = false;
  if (live.length === 1) {
    flatten(live[0]!, base).forEach((value, name) => {
      const before = base.get(name);
      changed ||= matters(name) && !(before && sameValue(before, value));
      base.set(name, value);
    });
    return changed;
  }
  // One pass over all branches: a switch may have thousands, each with variables of its own.
  const merged = new Map<string, { value: Value; times: number }>();
  for (let at = 0; at < live.length; at++)
    flatten(live[at]!, base).forEach((value, name) => {
      const known = merged.get(name);
      if (known) {
        known.value = joinValues(known.value, value);
        known.times++;
        return;
      }
      const before = at > 0 ? base.get(name) : undefined;
      merged.set(name, {
        value: before ? joinValues(before, value) : value,
        times: before ? live.length : 1,
      });
    });
  merged.forEach(({ value, times }, name) => {
    const before = base.get(name);
    if (!before && times < live.length && isGuardFlag(name)) return;
    const joined = before && times < live.length ? joinValues(value, before) : value;
    changed ||= matters(name) && !(before && sameValue(before, joined));
    base.set(name, joined);
  });
  return changed;
}

const always = () => true;

/** What a guard found out about a place or a source; it holds afterwards only where every way led through such a guard. */
function isGuardFlag(name: string): boolean {
  return /^[#@&?%=!^~]/.test(name);
}

/** What a layer and those between it and the base hold. */
function flatten(layer: Layer, base: Layer): ReadonlyMap<string, Value> {
  if (layer.below === base) return layer.values;
  const layers: Layer[] = [];
  for (let at: Layer | undefined = layer; at && at !== base; at = at.below) layers.push(at);
  const values = new Map<string, Value>();
  for (const at of layers.reverse()) for (const [name, value] of at.values) values.set(name, value);
  return values;
}
