import type { Expr, FunctionIr, ModuleIr, Span, Target } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import { KeysInText } from './keys-in-text.ts';
import { MergeScope, type MergingCall } from './merge-scope.ts';
import { foldsInto, walksInto } from './walks-into.ts';

export interface Merges {
  /** Calls that merge what two objects hold under one key, and where the key comes from, or else where the object that is written to is read. */
  readonly calls: ReadonlyArray<{ readonly call: Span; readonly key: Span; readonly asks: readonly Expr[] }>;
  /** Steps of a loop into an object by a key, where the key gets its value, and whether the object is written to in the end. */
  readonly walks: ReadonlyArray<{
    readonly step: Span;
    readonly key: Span | undefined;
    readonly writes: boolean;
    readonly asks: readonly Expr[];
  }>;
  /** Functions and collections by which other files may test a key. */
  readonly tests: readonly string[];
}

export const noMerges: Merges = { calls: [], walks: [], tests: [] };

/**
 * Recursive merges: `merge(target[key], source[key])` for keys of the source, by the function itself, by one that calls it, or by one that it was
 * given. With the key `__proto__` the next round writes to what all objects share. `asks` are the functions and collections that were asked about
 * a key: where another file has them, only that file knows whether they refuse it.
 */
export function findMerges(module: ModuleIr, text: string): Merges {
  if (!writesByKey.test(text) && !text.includes('__proto__')) return noMerges;
  const finder = new MergeFinder();
  for (const statement of module.body) finder.visit(statement, '');
  return finder.finish();
}

class MergeFinder {
  readonly #found: Array<{ scope: MergeScope; merging: MergingCall }> = [];
  readonly #walks: Array<{
    around: readonly MergeScope[];
    step: Span;
    key: Span | undefined;
    place: Part;
    /** The variable that goes deeper; undefined where something is known to be written. */
    object: string | undefined;
  }> = [];
  readonly #calls = new Map<string, Set<string>>();
  readonly #scopes = new Map<FunctionIr, MergeScope>();
  /** Calls whose results nobody uses. */
  readonly #statements = new Set<Span>();
  /** Variables of the file that hold such keys. */
  readonly #lists = new Set<string>();
  readonly #texts = new KeysInText();
  /** What was last read of an object by a key, by the variables that hold it. */
  #reads = new Map<string, Expr>();
  /** Functions that are called for each element of something. */
  readonly #callbacks = new Set<FunctionIr>();
  #callers: ReadonlyMap<string, readonly MergeScope[]> | undefined;
  #loops = 0;
  #scope = new MergeScope('', new Set(), undefined);

  finish(): Merges {
    const guarded = this.#found.length + this.#walks.length > 0 ? this.#guarded() : new Set<MergeScope>();
    this.#askByTests();
    return {
      calls: this.#found
        .filter(({ scope, merging }) => !guarded.has(scope) && this.#isRecursive(scope, merging, guarded))
        .map(({ scope, merging: { span, place } }) => ({
          call: span,
          key: place.from ?? place.read,
          asks: this.#asksOf([scope]),
        })),
      walks: this.#walks
        .filter(({ around, place }) => !around.some((scope) => guarded.has(scope) || isOwn(scope, place)))
        .map(({ around, step, key, object }) => ({
          step,
          key,
          writes: object === undefined || around.some((scope) => scope.changes(object)),
          asks: this.#asksOf(around),
        })),
      tests: [...this.#tests(), ...this.#lists].slice(0, maxTests),
    };
  }

  /** What the scopes ask, and what is asked around each of the calls of them. */
  #asksOf(scopes: readonly MergeScope[]): Expr[] {
    return [...scopes, ...this.#callersOf(scopes)].flatMap(({ asks }) => asks);
  }

  /** The functions of the file that call these, where only functions of the file do. */
  #callersOf(scopes: readonly MergeScope[]): MergeScope[] {
    const names = new Set(scopes.map(({ name }) => name).filter((name) => name !== ''));
    const callers = new Set([...names].flatMap((called) => this.#callersByName().get(called) ?? []));
    return [...callers].filter(({ name }) => !names.has(name));
  }

  /** Made once all scopes are known: a library in one file has thousands. */
  #callersByName(): ReadonlyMap<string, readonly MergeScope[]> {
    if (this.#callers) return this.#callers;
    const callers = new Map<string, MergeScope[]>();
    for (const scope of this.#scopes.values())
      for (const called of scope.calls) {
        const known = callers.get(called);
        if (known) known.push(scope);
        else callers.set(called, [scope]);
      }
    this.#callers = callers;
    return callers;
  }

  /** Scopes that mention such a key, or that ask a small function which does; also by way of another small one. */
  #guarded(): Set<MergeScope> {
    const guarded = new Set<MergeScope>();
    const tests = this.#tests();
    for (const scope of this.#scopes.values())
      if (scope.mentioned.size > 0 || [...scope.tests].some((test) => tests.has(test))) guarded.add(scope);
    // A function that only functions of the file call, each of which has tested the keys.
    for (const scope of this.#scopes.values()) {
      const callers = scope.name === '' ? [] : this.#callersOf([scope]);
      if (callers.length > 0 && callers.every((caller) => guarded.has(caller))) guarded.add(scope);
    }
    return guarded;
  }

  /** Small functions that mention such a key, or ask one that does. */
  #tests(): Set<string> {
    const tests = new Set<string>();
    for (let round = 1; round < maxRounds; round++)
      for (const [{ size }, { name, mentioned, tests: asked }] of this.#scopes) {
        const asks = size <= maxTestSize && [...asked].some((test) => tests.has(test));
        if (name !== '' && (mentioned.has('__proto__') || asks)) tests.add(name);
      }
    return tests;
  }

  /** What small functions ask of an object and a key counts where they are called; they may ask each other. */
  #askByTests(): void {
    for (let round = 0; round < maxRounds; round++) {
      const tests = new Map<string, readonly [number, number]>();
      for (const [{ size }, { name, asksOwn }] of this.#scopes)
        if (name !== '' && asksOwn && size <= maxTestSize) tests.set(name, asksOwn);
      if (tests.size === 0) return;
      for (const scope of this.#scopes.values()) scope.askByTests(tests);
    }
  }

  #isRecursive(scope: MergeScope, { callee, span }: MergingCall, guarded: ReadonlySet<MergeScope>): boolean {
    // A function that was given and whose result is used only chooses between two values, unless it is there to merge them.
    if (scope.parameters.has(callee)) return this.#statements.has(span) || merging.test(callee);
    if (callee === scope.name) return true;
    // Of two functions that call each other, each may test the key.
    if (this.#calls.get(callee)?.has(scope.name) !== true) return false;
    return ![...guarded].some(({ name }) => name === callee);
  }

  /** `name` is what the part is assigned to: a function without a name of its own goes by it. */
  visit(part: Part, name: string): void {
    if (part.k === 'function') this.#enter(part.fn, name);
    else if (part.k === 'class') {
      for (const method of part.definition.methods) this.#enter(method, method.name);
      for (const field of part.definition.fields) if (field.value) this.visit(field.value, field.name);
    } else {
      if (part.k === 'const') this.#scope.mention(part.value);
      else if (part.k === 'name' && this.#lists.has(part.name)) this.#scope.mention('__proto__');
      // `key in Object.prototype`, `Object.prototype[key]`: a question about all such keys.
      else if (part.k === 'binary' && part.op === 'in' && isSharedPrototype(part.right))
        this.#scope.mention('__proto__');
      else if (part.k === 'index' && isSharedPrototype(part.object)) this.#scope.mention('__proto__');
      else if (part.k === 'expr') this.#statements.add(part.value);
      else if (part.k === 'call') this.#call(part);
      else if (part.k === 'assign') this.#assign(part);
      else if (part.k === 'each') this.#entries(part.target, part.iterable);
      const given = part.k === 'assign' ? nameOf(part.target) : '';
      const isLoop = part.k === 'loop' || part.k === 'each';
      if (isLoop) this.#loops++;
      eachPart(part, (inner) => this.visit(inner, given));
      if (isLoop) this.#loops--;
    }
  }

  #enter(fn: FunctionIr, given: string): void {
    const outer = this.#scope;
    const loops = this.#loops;
    const reads = this.#reads;
    this.#reads = new Map(reads);
    // What is given to `forEach` and the like runs as often as a loop.
    this.#loops = fn.ownsThis && !this.#callbacks.has(fn) ? 0 : loops + 1;
    const scope = new MergeScope(fn.name || given, new Set(fn.parameters.map(({ name }) => name)), outer);
    this.#scope = scope;
    if (this.#callbacks.has(fn))
      for (const { name, target } of fn.parameters) scope.goesThrough(name, target);
    for (const statement of fn.body) this.visit(statement, '');
    this.#scope = outer;
    this.#loops = loops;
    this.#reads = reads;
    this.#scopes.set(fn, scope);
    if (scope.name !== '')
      this.#calls.set(scope.name, new Set([...(this.#calls.get(scope.name) ?? []), ...scope.calls]));
    for (const merging of scope.merges()) this.#found.push({ scope, merging });
    outer.include(scope);
  }

  #assign({ target, value, start, end }: Expr & { k: 'assign' }): void {
    this.#texts.assign(target, value);
    this.#scope.take(target, value);
    if (target.k === 'name') {
      this.#scope.assign(target.name, value, { start, end });
      if (holdsSharedKey(value)) this.#lists.add(target.name);
      // `next = object[key]; … object = next`
      const read = value.k === 'name' ? this.#reads.get(value.name) : undefined;
      const step = read ?? value;
      if (this.#loops > 0 && (walksInto(target.name, step) || this.#texts.isPlace(value)))
        this.#walk(target.name, step, { start, end });
      this.#reads.delete(target.name);
      if (value.k === 'index') this.#reads.set(target.name, value);
    } else if (target.k === 'index') {
      this.#scope.change(target.object);
      this.#scope.write(target.object, target.index);
      this.#scope.writeGiven(target.index, value);
      if (this.#loops > 0 && target.index.k !== 'const' && this.#texts.isPlace(target.object))
        this.#walk(undefined, target.object, { start, end });
    } else if (target.k === 'member') this.#scope.change(target.object);
  }

  #entries(target: Target, iterable: Expr): void {
    const names = target.k === 'list' ? target.items : [target];
    for (const name of names) if (name?.k === 'name') this.#scope.goesThrough(name.name, name);
    if (iterable.k !== 'call' || nameOf(iterable.callee) !== 'entries' || target.k !== 'list') return;
    const object = iterable.args[0]?.value;
    if (object?.k !== 'name') return;
    const [key, value] = target.items;
    if (key?.k === 'name' && value?.k === 'name')
      this.#scope.entries(key.name, value.name, object.name, iterable);
  }

  #walk(object: string | undefined, value: Expr, step: Span): void {
    const place = value.k === 'assign' ? value.target : value;
    const index = place.k === 'logic' ? place.left : place;
    const name = index.k === 'index' ? nameOf(index.index) : '';
    const around: MergeScope[] = [];
    // Functions without a name are parts of the one around them.
    for (
      let scope: MergeScope | undefined = this.#scope;
      scope;
      scope = scope.name === '' ? scope.outer : undefined
    )
      around.push(scope);
    this.#walks.push({ around, step, key: this.#scope.assigned.get(name), place: index, object });
  }

  #call(call: Expr & { k: 'call' }): void {
    const { callee } = call;
    const args = call.args.map(({ value }) => value);
    this.#scope.call(nameOf(callee), call, args);
    if (args.length <= 2 && isPlain(callee)) this.#scope.test(nameOf(callee), callee);
    if (callee.k === 'member' && asking.has(callee.property))
      for (const asked of [callee.object, args[0]])
        if (asked && isPlain(asked)) this.#scope.test(nameOf(asked), asked);
    const folded = callee.k === 'member' && callee.property === 'reduce' ? foldsInto(args[0]) : undefined;
    if (folded) this.#walk(undefined, folded, folded);
    if (callee.k === 'member' && repeats.has(callee.property))
      for (const arg of args) arg.k === 'function' && this.#callbacks.add(arg.fn);
    const deeper = nameOf(callee) === this.#scope.name ? this.#scope.deeper(args) : undefined;
    if (deeper) this.#walk(undefined, deeper, call);
    const isMethod = callee.k === 'member' && callee.property === 'hasOwnProperty';
    const [object, key] = isMethod ? [callee.object, args[0]] : args;
    if (!object || !key) return;
    if (asksForOwn(callee)) {
      this.#scope.ownTest(object, key);
      return;
    }
    this.#scope.change(object);
    // `Object.assign(target, { [key]: value })` and `put(target, key, value)`.
    if (key.k === 'map') for (const entry of key.entries) entry.key && this.#scope.write(object, entry.key);
    else if (args.length > 2) this.#scope.write(object, key);
  }
}

/** `object[key]`, where the function has asked whether the object has the key of its own. */
function isOwn(scope: MergeScope, place: Part): boolean {
  if (place.k !== 'index' || place.object.k !== 'name' || place.index.k !== 'name') return false;
  return scope.hasAsked(place.object.name, place.index.name);
}

/** `Object.prototype`, which has every key that leads to what all objects share. */
function isSharedPrototype(part: Expr): boolean {
  return part.k === 'member' && part.property === 'prototype' && nameOf(part.object) === 'Object';
}

/** `isSafe`, `keys.isSafe`: what another file may have. */
function isPlain(place: Expr): boolean {
  return place.k === 'name' || (place.k === 'member' && place.object.k === 'name');
}

/** A list or set of keys, `__proto__` among them. */
function holdsSharedKey(value: Expr): boolean {
  const list = value.k === 'call' ? value.args[0]?.value : value;
  return (
    list?.k === 'list' &&
    list.items.some((item) => item.value.k === 'const' && item.value.value === '__proto__')
  );
}

function nameOf(place: Part): string {
  if (place.k === 'name') return place.name;
  return place.k === 'member' ? place.property : '';
}

/** `Object.hasOwn(o, k)`, `o.hasOwnProperty(k)` and `hasOwnProperty.call(o, k)`. */
function asksForOwn(callee: Expr): boolean {
  const name = nameOf(callee);
  return ownTests.test(callee.k === 'member' && name === 'call' ? nameOf(callee.object) : name);
}

const ownTests = /^_?has(?:Own)?(?:Prop(?:erty)?)?$/;
const merging = /^_?(?:deep_?)?(?:merge|extend|mixin)(?:_?deep|Fn|Func(?:tion)?|r)?$/i;
/** What is asked of the parts of a path by a function, or of a collection of keys. */
const asking = new Set(
  'some every find findIndex findLast filter has includes indexOf test hasOwn'.split(' '),
);
const maxTests = 100;
const repeats = new Set(['forEach', 'map', 'each', 'replace', 'replaceAll']);
const maxRounds = 3;
/** More than this is no test of a key. */
const maxTestSize = 120;
/** `o[k] = `, `{ [k]: ` or `o = o[k]`: without one of them there is nothing to look for, and most files have none. */
const writesByKey = /\[[\w$]+\]\]?\s{0,9}(?:=(?!=)|:)|\b([\w$]{1,80})\s{0,9}=\s{0,9}\(?\1\b[^;\n]{0,60}\[/;
