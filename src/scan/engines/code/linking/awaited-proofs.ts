import type { EngineFinding } from '../../../model/finding.ts';
import {
  type AwaitedCheck,
  checkersOf,
  collectionKey,
  doneKey,
  keyTestKey,
  type Outcome,
  type ReadCheck,
  readAwaited,
} from '../domain/awaited-check.ts';
import type { FileFacts, FunctionFacts } from '../domain/facts.ts';
import type { LinkedFunction } from '../domain/flow.ts';
import { insideMark, pathLabels } from '../domain/guarded-labels.ts';
import type { SchemaElsewhere } from '../domain/schemas/schema.ts';
import { EndedOptions } from './awaited/ended-options.ts';
import { ClassIndex } from './class-index.ts';
import { FunctionIndex } from './function-index.ts';
import type { LinkedLanguage } from './linked-language.ts';
import { AskedVersions } from './manifests/asked-versions.ts';
import { ToldSchemas } from './schemas/told-schemas.ts';
import { DeclaredMembers } from './types/declared-members.ts';

type LinkedFile = { readonly path: string; readonly facts: FileFacts };

/**
 * Answers what the tests say that data has passed in one file and that another file knows: whether a collection holds constants only, and what
 * a function has established by its outcome. What nobody knows stays as it is.
 */
export class AwaitedProofs {
  readonly #files: readonly LinkedFile[];
  readonly #languages: ReadonlyMap<string, LinkedLanguage>;
  readonly #answers = new Map<LinkedFile, Map<string, number>>();
  readonly #versions: AskedVersions;
  readonly #options: EndedOptions;
  #index: FunctionIndex | undefined;
  #classes: ClassIndex | undefined;
  #members: DeclaredMembers | undefined;
  #schemas: ToldSchemas | undefined;
  /** What files of the program do. */
  #done: Set<string> | undefined;
  /** How many collections have a name. */
  #counts: Map<string, number> | undefined;

  constructor(files: readonly LinkedFile[], languages: ReadonlyMap<string, LinkedLanguage>) {
    this.#files = files;
    this.#languages = languages;
    this.#versions = new AskedVersions(files);
    this.#options = new EndedOptions(files, () => (this.#index ??= new FunctionIndex(files, languages)));
  }

  /** The facts without what the tests have made harmless. */
  settled(): readonly LinkedFile[] {
    return this.#files.map((file) => {
      const before = this.#options.behindEnd(file);
      if (!before.some(isAsking)) return before === file.facts.functions ? file : withFunctions(file, before);
      const functions = before.map((fn) => (isAsking(fn) ? this.#settle(file, fn) : fn));
      // Most tests say nothing: a second copy of everything would be the most that is kept here.
      return isSame(functions, file.facts.functions) ? file : withFunctions(file, functions);
    });
  }

  /** Findings that waited, and that no test of another file speaks against. */
  findings(): EngineFinding[] {
    return this.#files.flatMap((file) =>
      (file.facts.held ?? [])
        .filter(({ label, awaits, others = [] }) =>
          [awaits, ...others].some((passed) => !(this.#cleared(file, passed) & label)),
        )
        .map(({ finding }) => finding),
    );
  }

  #settle(file: LinkedFile, fn: FunctionFacts): FunctionFacts {
    const left = (awaits: readonly AwaitedCheck[] | undefined) =>
      awaits ? ~this.#cleared(file, awaits) : -1;
    const passes = fn.passes.map((pass) => masked(pass, left(pass.awaits))).filter(isAny);
    const returns = fn.returns.map((given) => masked(given, left(given.awaits))).filter(isAny);
    const sinks = fn.sinks.filter(({ sink, awaits }) => sink.label & left(awaits));
    return isSame(passes, fn.passes) && isSame(returns, fn.returns) && isSame(sinks, fn.sinks)
      ? fn
      : { ...fn, passes, returns, sinks };
  }

  #cleared(file: LinkedFile, awaits: readonly AwaitedCheck[]): number {
    const by = checkersOf(awaits);
    return awaits.reduce((mask, check) => mask | this.#answer(file, check, by), 0);
  }

  #answer(file: LinkedFile, check: AwaitedCheck, by: readonly string[]): number {
    let answers = this.#answers.get(file);
    if (!answers) {
      answers = new Map();
      this.#answers.set(file, answers);
    }
    const key = by.length === 0 ? check : `\n${by.join()}\n${check}`;
    let answer = answers.get(key);
    if (answer === undefined) {
      const { limit, ...question } = readAwaited(check);
      answer = this.#known({ file: file.path, facts: nobody, unit: file.facts }, question, by) & limit;
      answers.set(key, answer);
    }
    return answer;
  }

  #known(asking: LinkedFunction, question: Omit<ReadCheck, 'limit'>, by: readonly string[]): number {
    const {
      name,
      outcome,
      detail,
      isNormal,
      isKeyTest,
      isVersion,
      isBase,
      isDefined,
      isProgram,
      isHeld,
      ways,
      schemas,
    } = question;
    this.#index ??= new FunctionIndex(this.#files, this.#languages);
    if (isProgram) return this.#does(asking, name[0]!) && !this.#does(asking, name[1]!) ? -1 : 0;
    if (isHeld) return this.#holds(asking, name[0]!, name[1]!) ? Number(detail) : 0;
    if (isVersion) return this.#versions.isOlder(asking.file, name[0]!) ? 0 : -1;
    if (isBase) return this.#extendsOne(asking.file, name) ? -1 : 0;
    if (ways) return this.#declared(asking.unit.language, ways, by);
    if (schemas) return this.#passed(asking, schemas, this.#index);
    if (outcome) return insideOf(this.#established(asking, name, outcome, detail), isNormal);
    if (name.length === 0) return 0;
    if (isDefined) return this.#index.resolve(asking, name).length > 0 ? -1 : 0;
    const isThere = isKeyTest ? this.#testsKeys(asking, name) : this.#isCollection(asking, name);
    return isThere ? Number(detail) : 0;
  }

  /** Whether some file of the program does something. */
  #does({ unit: { language } }: LinkedFunction, what: string): boolean {
    const key = `${language} ${doneKey(what)}`;
    if (!this.#done) {
      this.#done = new Set();
      for (const { facts } of this.#files)
        for (const quiet of facts.isProduct ? facts.quiet : [])
          if (quiet.startsWith(doneKey(''))) this.#done.add(`${facts.language} ${quiet}`);
    }
    return this.#done.has(key);
  }

  /** Whether objects of a class have what a method gives, and were not asked for anything. */
  #holds(asking: LinkedFunction, type: string, method: string): boolean {
    this.#members ??= new DeclaredMembers(this.#files, this.#languages);
    const declared = this.#members.declares(asking.unit.language, type, method);
    if (!declared) return false;
    return this.#index!.resolve(asking, [type, '()', method]).every(
      ({ facts: { returns, parameters } }) =>
        parameters.length === 0 &&
        (returns.length > 0 || declared === 'method') &&
        returns.every(({ from: [kind, index, field] }) => kind === 'p' && index === -1 && field),
    );
  }

  /** What all schemas say that data may have passed. */
  #passed(asking: LinkedFunction, schemas: readonly SchemaElsewhere[], index: FunctionIndex): number {
    this.#schemas ??= new ToldSchemas(this.#files, index);
    return schemas.reduce((mask, schema) => mask & this.#schemas!.cleared(asking, schema), -1);
  }

  /** What all types say on the ways on which data may have been read. */
  #declared(language: string, ways: ReadonlyArray<readonly string[]>, by: readonly string[]): number {
    this.#members ??= new DeclaredMembers(this.#files, this.#languages);
    return ways.reduce((mask, way) => mask & this.#members!.cleared(language, way, by), -1);
  }

  #extendsOne(file: string, [name, ...bases]: readonly string[]): boolean {
    this.#classes ??= new ClassIndex(this.#files);
    return this.#classes.basesOf(name!, file).some((base) => bases.includes(base));
  }

  #testsKeys(asking: LinkedFunction, name: readonly string[]): boolean {
    const keys = [
      [...name.slice(0, -1), keyTestKey(name.at(-1)!)],
      [...name, keyTestKey('default')],
    ];
    return keys.some((key) => this.#index!.resolve(asking, key).length > 0);
  }

  #isCollection(asking: LinkedFunction, name: readonly string[]): boolean {
    const last = name.at(-1) ?? '';
    // What a module is as a whole is its default.
    return (
      [
        [...name.slice(0, -1), collectionKey(last)],
        [...name, collectionKey('default')],
      ].some((key) => this.#index!.resolve(asking, key).length > 0) ||
      this.#isOnlyOne(asking.unit.language, last)
    );
  }

  /** Where the names of modules say nothing about files: the one collection of that name in the repository. */
  #isOnlyOne(language: string, name: string): boolean {
    if (!this.#languages.get(language)?.classesAnywhere || !/^[A-Z]/.test(name)) return false;
    if (!this.#counts) {
      this.#counts = new Map();
      for (const { facts } of this.#files)
        for (const key of facts.quiet) {
          const [, plain] = /^(?:\w+\.)?(%.+)$/.exec(key) ?? [];
          const counted = `${facts.language} ${plain}`;
          if (plain) this.#counts.set(counted, (this.#counts.get(counted) ?? 0) + 1);
        }
    }
    return this.#counts.get(`${language} ${collectionKey(name)}`) === 1;
  }

  /** What all functions that may be meant have established of the argument. */
  #established(
    asking: LinkedFunction,
    callee: readonly string[],
    outcome: Outcome,
    argument: string,
  ): number {
    const functions = this.#index!.resolve(asking, callee);
    if (functions.length === 0) return 0;
    const isPlace = /^\d+$/.test(argument);
    const call = { callee: [...callee], at: nowhere, args: maxArguments, names: isPlace ? [] : [argument] };
    const place = isPlace ? Number(argument) : maxArguments;
    return functions.reduce((mask, fn) => {
      const masks = fn.facts.proves?.[outcome] ?? [];
      const at = masks.findIndex((_, index) => this.#index!.isGivenAt(call, fn, index, place));
      return mask & (masks[at] ?? 0);
    }, -1);
  }
}

/** A normal path that begins with its folder is inside of it. */
function insideOf(mask: number, isNormal = false): number {
  return isNormal && mask & insideMark ? mask | pathLabels : mask;
}

function withFunctions(file: LinkedFile, functions: FunctionFacts[]): LinkedFile {
  return { ...file, facts: { ...file.facts, functions } };
}

function isAsking({ passes, returns, sinks }: FunctionFacts): boolean {
  const asks = ({ awaits }: { awaits?: unknown }) => awaits !== undefined;
  return sinks.some(asks) || passes.some(asks) || returns.some(asks);
}

function masked<T extends { mask: number }>(way: T, left: number): T {
  const mask = way.mask & left;
  return mask === way.mask ? way : { ...way, mask };
}

function isSame<T>(list: readonly T[], before: readonly T[]): boolean {
  return list.length === before.length && list.every((item, i) => item === before[i]);
}

function isAny({ mask }: { mask: number }): boolean {
  return mask !== 0;
}

const nobody: FunctionFacts = { key: '', parameters: [], calls: [], passes: [], returns: [], sinks: [] };
const nowhere: [number, number, number, number] = [0, 0, 0, 0];
const maxArguments = 100;
