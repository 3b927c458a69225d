import { ClassIndex, type ClassPlace } from './class-index.ts';
import type { FileFacts, FunctionFacts } from './facts.ts';
import type { LanguageTraits } from './language-traits.ts';
import { callSegment } from './qualified-name.ts';

export interface LinkedFunction {
  readonly file: string;
  readonly facts: FunctionFacts;
  readonly unit: FileFacts;
}

/** All functions that files told about, and which of them a call means. */
export class FunctionIndex {
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly functions = new Map<string, LinkedFunction>();
  readonly #paths = new Map<string, string>();
  readonly #byName = new Map<string, string[]>();
  readonly #filesNamed = (name: string): readonly string[] => this.#byName.get(name) ?? [];
  readonly #byFolder = new Map<string, string[]>();
  readonly #filesInFolder = (name: string): readonly string[] => this.#byFolder.get(name) ?? [];
  readonly #traits: ReadonlyMap<string, LanguageTraits>;
  readonly #onlyOnes = new Map<string, Map<string, LinkedFunction | null>>();
  readonly #resolved = new Map<string, readonly LinkedFunction[]>();
  readonly classes: ClassIndex;

  constructor(
    files: ReadonlyArray<{ path: string; facts: FileFacts }>,
    traits: ReadonlyMap<string, LanguageTraits>,
  ) {
    this.files = new Map(files.map(({ path, facts }) => [path, facts]));
    this.#traits = traits;
    this.classes = new ClassIndex(files);
    for (const { path, facts } of files) {
      const plain = path.replace(/\.[^./]+$/, '');
      if (!this.#paths.has(plain)) {
        this.#paths.set(plain, path);
        const name = plain.slice(plain.lastIndexOf('/') + 1);
        this.#byName.set(name, [...(this.#byName.get(name) ?? []), plain]);
        const folder = plain.slice(0, -name.length - 1);
        const own = this.#byFolder.get(folder.slice(folder.lastIndexOf('/') + 1));
        if (own) own.push(plain);
        else this.#byFolder.set(folder.slice(folder.lastIndexOf('/') + 1), [plain]);
      }
      for (const key of facts.quiet)
        this.functions.set(`${path}#${key}`, { file: path, facts: { ...quietFunction, key }, unit: facts });
      const named = new Set<string>();
      for (const fn of facts.functions) {
        // Of several functions of one name the first is the one that is called; all are looked at.
        const key = named.has(fn.key) ? `${fn.key}#${named.size}` : fn.key;
        named.add(key);
        this.functions.set(`${path}#${key}`, { file: path, facts: fn, unit: facts });
      }
    }
  }

  /** Where a call gives what a parameter of the callee gets. */
  positionOf(call: FunctionFacts['calls'][number], callee: LinkedFunction, parameter: number): number {
    const traits = this.#traits.get(callee.unit.language);
    const isMethod = traits?.selfParameter === true && callee.facts.key.includes('.');
    const isStatic = traits?.selfNames?.test(callee.facts.parameters[0] ?? '') === false;
    const offset = isMethod && !isStatic ? 1 : 0;
    const name = callee.facts.parameters[parameter];
    const named = name === undefined ? -1 : call.names.indexOf(name);
    return parameter === -1 ? -1 : named >= 0 ? call.args + named : parameter - offset;
  }

  /** The functions that a call means, in this file or others; several only where a method is declared here and written there. */
  resolve(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    const key = `${fn.file}|${callee.join('\n')}`;
    let known = this.#resolved.get(key);
    if (!known) {
      const found = this.#find(fn, callee, 0);
      known = found ? [found] : this.#ofRelatives(fn, callee);
      this.#resolved.set(key, known);
    }
    return known;
  }

  /** A method that the class itself does not have: that of its base, else those of the classes that implement it. */
  #ofRelatives(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    const [type = '', ...rest] = callee;
    const member = rest.filter((segment) => segment !== callSegment);
    if (member.length !== 1 || !this.#traits.get(fn.unit.language)?.declaredTypes) return [];
    const methodOf = ({ file, name }: ClassPlace) => this.functions.get(`${file}#${name}.${member[0]}`);
    const above = this.classes.above(type, fn.file).map(methodOf).find(Boolean);
    if (above) return [above];
    return this.classes.below(type, fn.file).flatMap((place) => methodOf(place) ?? []);
  }

  #find(fn: LinkedFunction, callee: readonly string[], depth: number): LinkedFunction | undefined {
    const [first = ''] = callee;
    if (first.startsWith('#')) return this.functions.get(`${fn.file}${first}`);
    const traits = this.#traits.get(fn.unit.language);
    for (const { path, rest } of traits?.candidates(callee, fn.file, this.#filesNamed, this.#filesInFolder) ??
      []) {
      const file = this.#paths.get(path);
      if (file === undefined || rest.length === 0) continue;
      const unit = this.files.get(file)!;
      const found = this.#inFile(file, unit, rest, depth);
      if (found) return found;
    }
    if (traits?.globalFunctions && callee.length === 1)
      return this.#only(fn.unit.language, first.replace(/^~/, ''));
    const method = callee.at(-1)!;
    if (traits?.uniqueMethods && callee.length > 2 && tellingName.test(method))
      return this.#only(fn.unit.language, `.${method}`);
    return undefined;
  }

  /**
   * The one function, or method of any type, of this name in the repository, wherever it lies: which files a program includes, and which
   * type an object has, is not always known.
   */
  #only(language: string, name: string): LinkedFunction | undefined {
    let known = this.#onlyOnes.get(language);
    if (!known) {
      known = new Map();
      for (const fn of this.functions.values()) {
        if (fn.unit.language !== language) continue;
        const key = fn.facts.key.slice(Math.max(0, fn.facts.key.lastIndexOf('.')));
        known.set(key, known.has(key) ? null : fn);
      }
      this.#onlyOnes.set(language, known);
    }
    return known.get(name) ?? undefined;
  }

  #inFile(file: string, unit: FileFacts, rest: readonly string[], depth: number): LinkedFunction | undefined {
    const named = rest.filter((segment) => segment !== '()' && segment !== 'default');
    const whole = rest.filter((segment) => segment !== '()');
    for (const names of [named, whole]) {
      const local = [...names];
      const exported = unit.exports.find(([name]) => name === (local[0] ?? 'default'));
      if (exported && local.length) local[0] = exported[1];
      else if (exported) local.push(exported[1]);
      const direct = this.functions.get(`${file}#${local.join('.')}`);
      if (direct) return direct;
      const reexport = unit.reexports.find(([name]) => name === local[0]);
      if (reexport && depth < 4) {
        const traits = this.#traits.get(unit.language);
        for (const candidate of traits?.candidates(
          [...reexport[1], ...local.slice(1)],
          file,
          this.#filesNamed,
          this.#filesInFolder,
        ) ?? []) {
          const next = this.#paths.get(candidate.path);
          if (next === undefined || candidate.rest.length === 0) continue;
          const found = this.#inFile(next, this.files.get(next)!, candidate.rest, depth + 1);
          if (found) return found;
        }
      }
    }
    return undefined;
  }
}

/** Long enough, and of more than one word, so that libraries hardly have it as well. */
const tellingName = /^[A-Z]\w*[a-z][A-Z]\w{3,}$/;

const quietFunction: Omit<FunctionFacts, 'key'> = {
  parameters: [],
  calls: [],
  passes: [],
  returns: [],
  sinks: [],
};
