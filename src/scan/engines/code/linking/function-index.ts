import { addToList } from '../../../../kernel/add-to-list.ts';
import { callsResult, made, namesOf, resultKey } from '../domain/callee.ts';
import {
  allNames,
  blockName,
  type FileFacts,
  type FunctionFacts,
  fieldKey,
  isGiven,
} from '../domain/facts.ts';
import type { LinkedFunction } from '../domain/flow.ts';
import { givesAll, givesOne } from '../domain/types/held-words.ts';
import type { KnownMember, KnownMembers } from '../domain/types/known-members.ts';
import { ClassIndex, type ClassPlace } from './class-index.ts';
import { GivenFunctions } from './handed/given-functions.ts';
import type { LinkedLanguage } from './linked-language.ts';
import { moduleRoots } from './manifests/module-roots.ts';
import { Mixins } from './mixins.ts';
import { PromotedMembers } from './promoted-members.ts';
import { ExtensionMethods, isCalledOnObject } from './types/extension-methods.ts';
import { Interfaces } from './types/interfaces.ts';
import { TellingMethods } from './types/telling-methods.ts';
import { type Unit, unitOf } from './unit.ts';

/** All functions that files told about, and which of them a call means. */
export class FunctionIndex {
  /** By file, then by what the file calls them. */
  readonly #functions = new Map<string, ReadonlyMap<string, LinkedFunction>>();
  /** Files by their paths without the ending. */
  readonly #units = new Map<string, Unit>();
  readonly #byName = new Map<string, string[]>();
  readonly #filesNamed = (name: string): readonly string[] => this.#byName.get(name) ?? [];
  readonly #byFolder = new Map<string, string[]>();
  readonly #filesInFolder = (name: string): readonly string[] => this.#byFolder.get(name) ?? [];
  readonly #rootOf: (module: string) => string | undefined;
  readonly #traits: ReadonlyMap<string, LinkedLanguage>;
  readonly #onlyOnes = new Map<string, Map<string, LinkedFunction | null>>();
  /** By file, then by the names of the callee. */
  readonly #resolved = new Map<string, Map<string, readonly LinkedFunction[]>>();
  /** The same by the list itself: each call of a file has one of its own, and is asked for many times. */
  readonly #resolvedLists = new Map<readonly string[], readonly LinkedFunction[]>();
  readonly #makers = new Map<readonly string[], readonly LinkedFunction[]>();
  readonly #fields = new Map<string, Map<string, LinkedFunction | null>>();
  readonly #dispatched = new Map<readonly string[], readonly LinkedFunction[]>();
  readonly #spelt = new Map<readonly string[], readonly SpeltName[]>();
  readonly #methods = new Map<Unit, ReadonlyMap<string, LinkedFunction[]>>();
  #mixins: Mixins | undefined;
  /** How often a name was handed on while it was looked for: files that hand on all of each other have many ways. */
  #handed = 0;
  readonly classes: ClassIndex;
  readonly #promoted: PromotedMembers;
  readonly #interfaces: Interfaces;
  readonly #extensions: ExtensionMethods;
  readonly #given: GivenFunctions;
  readonly #telling: TellingMethods;

  constructor(
    files: ReadonlyArray<{ path: string; facts: FileFacts }>,
    traits: ReadonlyMap<string, LinkedLanguage>,
    known: KnownMembers = () => undefined,
  ) {
    this.#traits = traits;
    this.#rootOf = moduleRoots(files);
    this.classes = new ClassIndex(files);
    const filesOf = (language: string, segments: readonly string[], from: string) =>
      traits.get(language)?.candidates(segments, from, this.#filesNamed, this.#filesInFolder, this.#rootOf) ??
      [];
    this.#promoted = new PromotedMembers(files, filesOf, known);
    this.#given = new GivenFunctions(this);
    this.#telling = new TellingMethods(traits, () => this.all());
    this.#extensions = new ExtensionMethods(() => this.all());
    this.#interfaces = new Interfaces(files, () => this.all());
    for (const { path, facts } of files) {
      const plain = path.replace(/\.[^./]+$/, '');
      if (!this.#units.has(plain)) {
        this.#units.set(plain, unitOf(path, facts));
        const name = plain.slice(plain.lastIndexOf('/') + 1);
        addToList(this.#byName, name, plain);
        const folder = plain.slice(0, -name.length - 1);
        addToList(this.#byFolder, folder.slice(folder.lastIndexOf('/') + 1), plain);
      }
      this.#functions.set(path, functionsIn(path, facts));
    }
  }

  /** A function of a file by its own name. */
  functionIn(file: string, key: string): LinkedFunction | undefined {
    return this.#functions.get(file)?.get(key);
  }

  *all(): Iterable<LinkedFunction> {
    for (const functions of this.#functions.values()) yield* functions.values();
  }

  /** Where a call gives what a parameter of the callee gets. */
  positionOf(call: FunctionFacts['calls'][number], callee: LinkedFunction, parameter: number): number {
    const traits = this.#traits.get(callee.unit.language);
    const isMethod = traits?.receiver === 'parameter' && callee.facts.key.includes('.');
    const isStatic = traits?.receiverNames?.test(callee.facts.parameters[0] ?? '') === false;
    const isAdded = isCalledOnObject(call, callee);
    if (isAdded && parameter === 0) return -1;
    const offset = (isMethod && !isStatic) || isAdded ? 1 : 0;
    const name = callee.facts.parameters[parameter];
    const named = name === undefined ? -1 : call.names.indexOf(name);
    if (parameter === -1) return -1;
    if (named >= 0) return call.args + named;
    const isOpen = call.names.at(-1) === allNames && parameter - offset >= call.args;
    return isOpen ? call.args + call.names.length - 1 : parameter - offset;
  }

  /** Whether a parameter gets what a call gives at a position; one for all the rest gets all behind it. */
  isGivenAt(
    call: FunctionFacts['calls'][number],
    callee: LinkedFunction,
    parameter: number,
    at: number,
  ): boolean {
    const position = this.positionOf(call, callee, parameter);
    const isRest = parameter >= 0 && parameter === callee.facts.rest;
    return at === position || (isRest && at > position && at < call.args);
  }

  /** `Service.call(x)`, where only objects have the method, and it takes nothing: the class makes an object of what it is given. */
  makesObject(call: FunctionFacts['calls'][number], callee: LinkedFunction): boolean {
    if (!this.#traits.get(callee.unit.language)?.classesAnywhere) return false;
    if (call.args + call.names.length === 0 || call.callee.includes('new')) return false;
    return callee.facts.parameters.every((name) => name === blockName);
  }

  /** The functions that a call means, in this file or others; several only where a method is declared here and written there. */
  resolve(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    // What a function was given is called here, not the function.
    if (isGiven(callee)) return [];
    let known = this.#resolvedLists.get(callee);
    if (!known) {
      known = callsResult(callee) ? this.#returnedBy(fn, callee.slice(0, -1)) : this.#named(fn, callee);
      this.#resolvedLists.set(callee, known);
    }
    return known;
  }

  /** `serveFiles(root)(name)`: the functions that what is called gives. */
  #returnedBy(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    return this.#named(fn, callee).flatMap(
      ({ file, facts }) => this.functionIn(file, resultKey(facts.key)) ?? [],
    );
  }

  /** Whether nothing but the name says which function a call means. */
  isGuessed(fn: LinkedFunction, callee: readonly string[]): boolean {
    return this.#telling.isGuessed(this.resolve(fn, callee));
  }

  /** The same by the names alone: the list may be one that no fact holds. */
  #named(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    let inFile = this.#resolved.get(fn.file);
    if (!inFile) {
      inFile = new Map();
      this.#resolved.set(fn.file, inFile);
    }
    // What a bare name means depends on the class around the call.
    const key = isBare(callee) ? `${classIn(fn)}\n${callee[0]}` : callee.join('\n');
    let known = inFile.get(key);
    if (!known) {
      this.#handed = 0;
      const found = this.#find(fn, callee, 0) ?? this.#inherited(fn, callee);
      known = found ? [found] : this.#mixedIn(fn, callee);
      if (known.length === 0) known = this.#ofTypes(fn, callee);
      if (known.length === 0) known = this.#ofGiven(fn, callee);
      if (known.length === 0 && this.#traits.get(fn.unit.language)?.extensionMethods)
        known = this.#extensions.named(fn.unit.language, callee);
      if (known.length === 0) known = this.#telling.named(fn, callee);
      inFile.set(key, known);
      // Candidates of one call share their list of names; those of the next have another.
      this.#spelt.clear();
    }
    return known;
  }

  /** The functions that run in a call: those that it means, the constructor of the class that it makes an object of, and all that it may be dispatched to. */
  runBy(fn: LinkedFunction, call: FunctionFacts['calls'][number]): readonly LinkedFunction[] {
    if (isGiven(call.callee)) return this.#given.of(fn, Number(call.callee[1]));
    const found = this.resolve(fn, call.callee);
    if (found.length > 0) return found;
    const makers = this.makersOf(fn, call);
    return makers.length > 0 ? makers : this.#dispatchedTo(fn, call.callee);
  }

  /** What is given to a method of an interface goes to each class that has it; what comes out is that of a few only, which `resolve` knows. */
  #dispatchedTo(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    if (callsResult(callee)) return [];
    let known = this.#dispatched.get(callee);
    if (!known) {
      const related = this.#ofRelatives(fn, callee, maxDispatched);
      known = related.length > 0 ? related : this.#ofInterfaces(fn, callee, maxDispatched);
      this.#dispatched.set(callee, known);
    }
    return known;
  }

  /** What the class that a call makes an object of puts into a field of it. */
  fieldOf(fn: LinkedFunction, type: readonly string[], field: string): LinkedFunction | undefined {
    const key = `${type.join('\n')}\n${field}`;
    let known = this.#fields.get(fn.file)?.get(key);
    if (known === undefined) {
      known = this.#find(fn, [...type, fieldKey(field)], 0) ?? null;
      this.#spelt.clear();
      const inFile = this.#fields.get(fn.file) ?? new Map<string, LinkedFunction | null>();
      this.#fields.set(fn.file, inFile.set(key, known));
    }
    return known ?? undefined;
  }

  /** The constructors of the class that a call makes an object of. */
  makersOf(fn: LinkedFunction, call: FunctionFacts['calls'][number]): readonly LinkedFunction[] {
    const { callee } = call;
    const name = this.#traits.get(fn.unit.language)?.constructorName;
    // `Finder.new(x)` names the class one segment earlier.
    const type = callee.at(-1) === 'new' ? callee.slice(0, -1) : callee;
    if (!name || !(call.makes || className.test(type.at(-1) ?? ''))) return [];
    let known = this.#makers.get(callee);
    if (!known) {
      const given = call.args + call.names.length;
      // Of several constructors one is known by its name: it is not the one that takes fewer arguments.
      known = this.resolve(fn, [...type, name]).filter(
        ({ facts }) => facts.rest !== undefined || facts.parameters.length >= given,
      );
      this.#makers.set(callee, known);
    }
    return known;
  }

  /** A method that is called by its bare name: that of the class that this one extends. */
  #inherited(fn: LinkedFunction, callee: readonly string[]): LinkedFunction | undefined {
    const unit = isBare(callee) ? this.#units.get(fn.file.replace(/\.[^./]+$/, '')) : undefined;
    return unit && this.#ofBases(unit, classIn(fn), callee[0]!.slice(1), 0);
  }

  /** A method of the first base of a class that has it. */
  #ofBases(unit: Unit, type: string, method: string, depth: number): LinkedFunction | undefined {
    for (const base of unit.bases.get(type) ?? []) {
      const found = this.#handedOn(unit, [...base, method], depth);
      if (found) return found;
    }
    return undefined;
  }

  #mixedIn({ unit: { language } }: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    if (callee.length > 1 || !this.#traits.get(language)?.classesAnywhere) return [];
    this.#mixins ??= new Mixins(this.#units.values(), (file, key) => this.functionIn(file, key));
    const found = this.#mixins.named(language, callee[0]!.replace(/^~/, ''));
    return found.length <= maxImplementations ? found : [];
  }

  /** What a library says about a call that no function of the repository answers, through an object whose type another file declares. */
  member(fn: LinkedFunction, callee: readonly string[]): KnownMember | undefined {
    const { language } = fn.unit;
    return this.#traits.get(language)?.promotedMembers && this.resolve(fn, callee).length === 0
      ? this.#promoted.of(language, callee, fn.file)
      : undefined;
  }

  /** `make(x).find`, `query.where(x).find`: a method of the class whose object the function gives. */
  #ofGiven(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    const member = callee.at(-1)!;
    if (member === made || member.startsWith('=') || callee.length < 3) return [];
    if (callee.filter((segment) => segment === made).length > maxGiven) return [];
    const found = new Set<LinkedFunction>();
    for (const { file, type } of this.#objectsOf(fn, callee.slice(0, -1))) {
      const unit = this.#units.get(file.replace(/\.[^./]+$/, ''));
      const method = unit && this.#handedOn(unit, [...type, member], 0);
      // An interface, or a class that only declares the method, leaves it to those below.
      const methods = method ? [method] : this.#ofRelatives({ ...fn, file }, [...type, member]);
      for (const each of methods) found.add(each);
    }
    return [...found].slice(0, maxImplementations);
  }

  /** The classes of the objects that a way leads to: what a function gives, what a field has, an element of a collection. */
  #objectsOf(fn: LinkedFunction, way: readonly string[]): ObjectType[] {
    const last = way.at(-1)!;
    if (isElement(last)) return this.#heldBy(fn, way.slice(0, -1));
    const found = this.#tellingOf(fn, way).flatMap(({ file, facts }) =>
      facts.gives ? [{ file, type: facts.gives }] : [],
    );
    if (found.length > 0) return found;
    // `shares["a"]` is written like a field in some languages.
    if (last !== made) return this.#heldBy(fn, way.slice(0, -1));
    return givesOne(way.at(-2) ?? '') ? this.#heldBy(fn, way.slice(0, -2)) : [];
  }

  /** The classes of what a collection holds that a way leads to. */
  #heldBy(fn: LinkedFunction, way: readonly string[]): ObjectType[] {
    if (way.length < 2) return [];
    const found = this.#tellingOf(fn, way).flatMap(({ file, facts }) =>
      facts.holds ? [{ file, type: facts.holds }] : [],
    );
    if (found.length > 0 || way.at(-1) !== made) return found;
    const method = way.at(-2)!;
    return givesAll(method) || givesOne(method) ? this.#heldBy(fn, way.slice(0, -2)) : [];
  }

  /** The functions, or the fields, that tell of what a way leads to. */
  #tellingOf(fn: LinkedFunction, way: readonly string[]): readonly LinkedFunction[] {
    const last = way.at(-1)!;
    const before = way.slice(0, -1);
    if (last === made) return this.#named(fn, before);
    return this.#named(fn, [...before, fieldKey(last)]);
  }

  /** A method that is reached through the fields of types, or through what these embed, which other files declare. */
  #ofTypes(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    const { language } = fn.unit;
    if (!this.#traits.get(language)?.promotedMembers || callee.at(-1)?.startsWith('='))
      return this.#ofRelatives(fn, callee);
    const found = this.#promoted.first(language, callee, fn.file, ({ name, from }) =>
      this.#find({ ...fn, file: from }, name, 0),
    );
    if (found) return [found];
    const related = this.#ofRelatives(fn, callee);
    return related.length > 0 ? related : this.#ofInterfaces(fn, callee);
  }

  /** `h.store.Find`, where the field or the variable is of an interface: the methods of the types that have all of its methods. */
  #ofInterfaces(
    fn: LinkedFunction,
    callee: readonly string[],
    most = maxStructural,
  ): readonly LinkedFunction[] {
    const { language } = fn.unit;
    const traits = this.#traits.get(language);
    if (!traits?.structuralInterfaces) return [];
    const among = (name: readonly string[], from: string) => {
      const places = traits.candidates(name, from, this.#filesNamed, this.#filesInFolder, this.#rootOf);
      const found = this.#interfaces.implementing(language, places, most);
      return found.length > 0 ? found : undefined;
    };
    return (
      among(callee, fn.file) ??
      this.#promoted.first(language, callee, fn.file, ({ name, from }) => among(name, from)) ??
      []
    );
  }

  /** A method that the file named after the class does not have: that of the class in another file, or of its base, else those of the classes that implement it. */
  #ofRelatives(
    fn: LinkedFunction,
    callee: readonly string[],
    most = maxImplementations,
  ): readonly LinkedFunction[] {
    const [type = '', ...rest] = callee;
    const member = namesOf(rest);
    if (member.length !== 1 || !this.#traits.get(fn.unit.language)?.classesByName) return [];
    const methodOf = ({ file, name }: ClassPlace) => this.functionIn(file, `${name}.${member[0]}`);
    const inherited = this.classes.lineOf(type, fn.file).map(methodOf).find(Boolean);
    if (inherited) return [inherited];
    const below = this.classes.below(type, fn.file).flatMap((place) => methodOf(place) ?? []);
    // Of many that it may be, none is meant: following them all would join everything with everything.
    return below.length <= most ? below : [];
  }

  #find(fn: LinkedFunction, callee: readonly string[], depth: number): LinkedFunction | undefined {
    const [first = ''] = callee;
    if (first.startsWith('#')) return this.functionIn(fn.file, first.slice(1));
    const traits = this.#traits.get(fn.unit.language);
    for (const { path, rest } of traits?.candidates(
      callee,
      fn.file,
      this.#filesNamed,
      this.#filesInFolder,
      this.#rootOf,
    ) ?? []) {
      const unit = this.#units.get(path);
      // A module that is called itself is the function that it exports as a whole.
      const isCallable = rest.length > 0 || unit?.exports.has('default');
      const found = unit && isCallable ? this.#inFile(unit, rest, depth) : undefined;
      if (found) return found;
    }
    if (traits?.globalFunctions && callee.length === 1)
      return this.#only(fn.unit.language, first.replace(/^~/, ''));
    if (traits?.classesAnywhere) return this.#ofClass(fn.unit.language, callee);
    const method = callee.at(-1)!;
    if (!traits?.structuralInterfaces || callee.length <= 2) return undefined;
    return (
      this.#ofPackage(fn, traits, callee) ??
      (tellingName.test(method) ? this.#only(fn.unit.language, `.${method}`) : undefined)
    );
  }

  /** `store.New().Find`: what a function of a package makes mostly has a type of that package; the one there that has the method is meant. */
  #ofPackage(
    { file }: LinkedFunction,
    traits: LinkedLanguage,
    callee: readonly string[],
  ): LinkedFunction | undefined {
    if (!callee[0]!.includes('/') || callee[2] !== '()') return undefined;
    const method = callee.at(-1)!;
    const found = traits
      .candidates(callee, file, this.#filesNamed, this.#filesInFolder, this.#rootOf)
      .flatMap(({ path }) => this.#methodsIn(this.#units.get(path)).get(method) ?? []);
    return found.length === 1 ? found[0] : undefined;
  }

  /** The methods of a file by their names, whichever type they belong to. */
  #methodsIn(unit: Unit | undefined): ReadonlyMap<string, LinkedFunction[]> {
    let known = unit ? this.#methods.get(unit) : noMethods;
    if (unit && !known) {
      known = new Map<string, LinkedFunction[]>();
      for (const key of unit.keys) {
        const dot = key.indexOf('.');
        const fn = dot > 0 ? this.functionIn(unit.file, key) : undefined;
        if (fn) addToList(known as Map<string, LinkedFunction[]>, key.slice(dot + 1), fn);
      }
      this.#methods.set(unit, known);
    }
    return known!;
  }

  /** `Store.find` and `Store.new.find`, in whichever file the class is, where only one class of the repository has that name and method. */
  #ofClass(language: string, callee: readonly string[]): LinkedFunction | undefined {
    const names = namesOf(callee).filter((segment) => segment !== 'new');
    const [type = '', method] = names.slice(-2);
    return method !== undefined && /^[A-Z]/.test(type)
      ? this.#only(language, `${type}.${method}`)
      : undefined;
  }

  /**
   * The one function, or method of any type, of this name in the repository, wherever it lies: which files a program includes, and which
   * type an object has, is not always known.
   */
  #only(language: string, name: string): LinkedFunction | undefined {
    let known = this.#onlyOnes.get(language);
    if (!known) {
      known = new Map();
      for (const fn of this.all()) {
        if (fn.unit.language !== language) continue;
        const { key } = fn.facts;
        for (const name of new Set([key, key.slice(Math.max(0, key.lastIndexOf('.')))]))
          known.set(name, known.has(name) ? null : fn);
      }
      this.#onlyOnes.set(language, known);
    }
    return known.get(name) ?? undefined;
  }

  #inFile(unit: Unit, rest: readonly string[], depth: number): LinkedFunction | undefined {
    const { file, exports, reexports } = unit;
    const functions = this.#functions.get(file);
    for (const { names, key } of this.#spellings(rest)) {
      const [first] = names;
      // What is no function is asked for behind a mark.
      const mark = first?.startsWith('$') ? '$' : '';
      const exported = exports.get(first?.slice(mark.length) ?? 'default');
      const local = exported === undefined ? names : [`${mark}${exported}`, ...names.slice(1)];
      // `api.find` may be the name of one thing that is exported.
      const localKey = exports.get(key) ?? (exported === undefined ? key : local.join('.'));
      const direct = functions?.get(localKey);
      if (direct) return direct;
      const reexport = local.length ? reexports.get(local[0]!.slice(mark.length)) : undefined;
      const found = reexport && this.#handedOn(unit, [...marked(reexport, mark), ...local.slice(1)], depth);
      if (found) return found;
      const inherited = local.length === 2 ? this.#ofBases(unit, local[0]!, local[1]!, depth) : undefined;
      if (inherited) return inherited;
      if (exported !== undefined || first === undefined) continue;
      for (const all of unit.everything) {
        const among = this.#handedOn(unit, [...all, ...names], depth, names.length);
        if (among) return among;
      }
    }
    return undefined;
  }

  /** What a file hands on. Where that is all of a module (`maxRest`), the module is what the segments before the names say, and no package around it. */
  #handedOn(
    unit: Unit,
    segments: readonly string[],
    depth: number,
    maxRest = segments.length,
  ): LinkedFunction | undefined {
    if (depth >= maxHandedOn || this.#handed++ >= maxHandedFor) return undefined;
    const [first = '', ...others] = segments;
    if (first.startsWith('#')) return this.#inFile(unit, [first.slice(1), ...others], depth + 1);
    const traits = this.#traits.get(unit.language);
    for (const candidate of traits?.candidates(
      segments,
      unit.file,
      this.#filesNamed,
      this.#filesInFolder,
      this.#rootOf,
    ) ?? []) {
      const next = this.#units.get(candidate.path);
      const { rest } = candidate;
      const isCallable = rest.length <= maxRest && (rest.length > 0 || next?.exports.has('default'));
      const found = next && isCallable ? this.#inFile(next, rest, depth + 1) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  /** The ways in which a file may name what is meant: with and without the word for its default export. */
  #spellings(rest: readonly string[]): readonly SpeltName[] {
    let known = this.#spelt.get(rest);
    if (!known) {
      const whole = namesOf(rest);
      const named = whole.filter((segment) => segment !== 'default');
      const both = named.length === whole.length ? [whole] : [named, whole];
      known = both.map((names) => ({ names, key: names.join('.') }));
      this.#spelt.set(rest, known);
    }
    return known;
  }
}

/** A class by the name that it goes by in a file. */
interface ObjectType {
  readonly file: string;
  readonly type: readonly string[];
}

/** `list[0]`, `map[key]`. */
function isElement(segment: string): boolean {
  return segment === '[]' || /^\d+$/.test(segment);
}

function functionsIn(file: string, facts: FileFacts): ReadonlyMap<string, LinkedFunction> {
  const functions = new Map<string, LinkedFunction>();
  for (const key of facts.quiet) functions.set(key, { file, facts: { ...quietFunction, key }, unit: facts });
  const named = new Set<string>();
  for (const fn of facts.functions) {
    // Of several functions of one name the first is the one that is called; all are looked at.
    const key = named.has(fn.key) ? `${fn.key}#${named.size}` : fn.key;
    named.add(key);
    functions.set(key, { file, facts: fn, unit: facts });
  }
  return functions;
}

function isBare(callee: readonly string[]): boolean {
  return callee.length === 1 && callee[0]!.startsWith('~');
}

/** The class that a method belongs to; empty where it belongs to none. */
function classIn({ facts: { key } }: LinkedFunction): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('.')));
}

function marked(names: readonly string[], mark: string): readonly string[] {
  return mark === '' ? names : [...names.slice(0, -1), `${mark}${names.at(-1)}`];
}

interface SpeltName {
  readonly names: readonly string[];
  readonly key: string;
}

/** Long enough, and of more than one word, so that libraries hardly have it as well. */
const tellingName = /^[A-Z]\w*[a-z][A-Z]\w{3,}$/;

/** Where objects are made by calling their class. */
const className = /^_*[A-Z]/;

const noMethods: ReadonlyMap<string, LinkedFunction[]> = new Map();

const maxImplementations = 3;
const maxStructural = 4;

/** To how many classes what is given to a method of an interface is followed. */
const maxDispatched = 16;

/** How many functions in a row give the object of the next one. */
const maxGiven = 8;

/** Through how many files a name is handed on. */
const maxHandedOn = 4;
const maxHandedFor = 5_000;

const quietFunction: Omit<FunctionFacts, 'key'> = {
  parameters: [],
  calls: [],
  passes: [],
  returns: [],
  sinks: [],
};
