import { otherwise, schemaKey } from '../../domain/awaited-check.ts';
import { made } from '../../domain/callee.ts';
import { baseIn, type FileFacts, type ToldSchema } from '../../domain/facts.ts';
import type { LinkedFunction } from '../../domain/flow.ts';
import type { SchemaElsewhere } from '../../domain/schemas/schema.ts';
import type { FunctionIndex } from '../function-index.ts';

interface Found {
  readonly library: string;
  readonly schema: ToldSchema;
  /** As somebody in the file that has it. */
  readonly asking: LinkedFunction;
}

/** The schemas that files have told of, and what those say about data that has passed them. Only so much of them is looked at for one question. */
export class ToldSchemas {
  readonly #index: FunctionIndex;
  readonly #schemas = new Map<string, readonly [library: string, schema: ToldSchema]>();
  /** Whether somebody holds objects against what decorators of their classes say: a program that starts here would show it. */
  readonly #isHeld: boolean;
  /** By the file that asks, and the name. */
  readonly #found = new Map<string, readonly Found[]>();
  #looks = 0;
  /** The schema that a function in front of others was given, while that one is looked at. */
  #given: { readonly asking: LinkedFunction; readonly name: readonly string[] } | undefined;

  constructor(files: ReadonlyArray<{ path: string; facts: FileFacts }>, index: FunctionIndex) {
    this.#index = index;
    const pipes = files.flatMap(({ facts }) => (facts.isProduct ? (facts.pipes ?? []) : []));
    this.#isHeld = !pipes.includes('starts') || pipes.includes('holds');
    for (const { path, facts } of files)
      for (const [key, library, schema] of facts.schemas ?? [])
        this.#schemas.set(`${path}#${schemaKey(key)}`, [library, schema]);
  }

  /** The kinds of harm that data can do no more which has passed this part of a schema: none where it is not known. */
  cleared(asking: LinkedFunction, asked: SchemaElsewhere): number {
    if (this.#schemas.size === 0) return 0;
    this.#looks = 0;
    const clears = this.#cleared(asking, asked, asked.path, maxDepth);
    return this.#looks < maxLooks ? clears : 0;
  }

  /** Whether a name is one of a schema. */
  has(asking: LinkedFunction, name: readonly string[]): boolean {
    return this.#schemas.size > 0 && this.#find(asking, name).length > 0;
  }

  #cleared(
    asking: LinkedFunction,
    asked: Omit<SchemaElsewhere, 'path'>,
    path: readonly string[],
    depth: number,
  ): number {
    if (depth === 0) return 0;
    if (asked.library === middleware) return this.#inFront(asking, asked.name, path, depth);
    const [first = ''] = asked.name;
    // The schema that a function in front of others was given.
    if (first === givenFirst) {
      const given = this.#given;
      return given ? this.#cleared(given.asking, { ...asked, name: given.name }, path, depth - 1) : 0;
    }
    const libraries = asked.library === '' ? undefined : asked.library.split(',');
    const found = this.#find(asking, asked.name);
    if (found.length === 0) return 0;
    return found.reduce((mask, one) => {
      const { schema, asking: there } = one;
      const library = this.#libraryOf(one, depth);
      // What it extends is not known.
      if (baseIn(library) || library === middleware) return 0;
      if ((libraries && !libraries.includes(library)) || (library === decorators && !this.#isHeld)) return 0;
      return mask & this.#said(there, schema, path, asked.isOpened, depth);
    }, -1);
  }

  /** Requests have passed all of several functions in front of who answers them. */
  #inFront(asking: LinkedFunction, names: readonly string[], path: readonly string[], depth: number): number {
    const end = names.indexOf(otherwise);
    const name = end < 0 ? names : names.slice(0, end);
    const others = end < 0 ? 0 : this.#inFront(asking, names.slice(end + 1), path, depth);
    const call = name.indexOf(made);
    const before = this.#given;
    this.#given = call < 0 ? undefined : { asking, name: name.slice(call + 1) };
    const found = this.#find(asking, call < 0 ? name : name.slice(0, call));
    const clears = found.reduce(
      (mask, { library, schema, asking: there }) =>
        library === middleware ? mask & this.#said(there, schema, path, false, depth - 1) : 0,
      found.length > 0 ? -1 : 0,
    );
    this.#given = before;
    return others | clears;
  }

  /** The library of what it extends, where it names none itself. */
  #libraryOf({ library, asking }: Found, depth: number): string {
    const name = baseIn(library);
    const [base] = name && depth > 0 ? this.#find(asking, name) : [];
    return base ? this.#libraryOf(base, depth - 1) : library;
  }

  /** What a schema says about the part of a value on this way. */
  #said(
    asking: LinkedFunction,
    schema: ToldSchema,
    [key, ...rest]: readonly string[],
    isOpened: boolean,
    depth: number,
  ): number {
    if (depth === 0 || this.#looks++ >= maxLooks) return 0;
    const { clears = 0, fields, items, closed, elsewhere } = schema;
    if (key === undefined) return clears | this.#whole(asking, schema, isOpened, depth);
    const field = fields?.find(([name]) => name === key)?.[1];
    if (field) return clears | this.#said(asking, field, rest, false, depth - 1);
    if (elsewhere) {
      const further = { ...elsewhere, isOpened: isOpened || elsewhere.isOpened };
      return clears | this.#cleared(asking, further, [...elsewhere.path, key, ...rest], depth - 1);
    }
    if (items && element.test(key)) return clears | this.#said(asking, items, rest, false, depth - 1);
    // What is not named does not get through.
    return fields && closed && !isOpened ? -1 : clears;
  }

  /** What holds of all parts of a value. */
  #whole(asking: LinkedFunction, schema: ToldSchema, isOpened: boolean, depth: number): number {
    const { fields, items, closed, elsewhere } = schema;
    if (items) return this.#said(asking, items, [], false, depth - 1);
    if (!fields && !elsewhere) return 0;
    const other = elsewhere
      ? this.#cleared(
          asking,
          { ...elsewhere, isOpened: isOpened || elsewhere.isOpened },
          elsewhere.path,
          depth - 1,
        )
      : closed && !isOpened
        ? -1
        : 0;
    return (fields ?? []).reduce(
      (mask, [, part]) => (mask === 0 ? 0 : mask & this.#said(asking, part, [], false, depth - 1)),
      other,
    );
  }

  #find(asking: LinkedFunction, name: readonly string[]): readonly Found[] {
    const key = [asking.file, ...name].join('\n');
    let found = this.#found.get(key);
    if (!found) {
      found = this.#lookFor(asking, name);
      this.#found.set(key, found);
    }
    return found;
  }

  #lookFor(asking: LinkedFunction, name: readonly string[]): Found[] {
    const last = name.at(-1) ?? '';
    if (last.startsWith('#'))
      return this.#named(this.#index.resolve(asking, [`#${schemaKey(last.slice(1))}`]));
    // What a module is as a whole is its default.
    const ways = [
      [...name.slice(0, -1), schemaKey(last)],
      [...name, schemaKey('default')],
    ];
    const found = ways
      .map((way) => this.#index.resolve(asking, way))
      .find((functions) => functions.length > 0);
    return this.#named(found ?? []);
  }

  #named(found: readonly LinkedFunction[]): Found[] {
    return found.flatMap(({ file, unit, facts }) => {
      const known = this.#schemas.get(`${file}#${facts.key}`);
      return known ? [{ library: known[0], schema: known[1], asking: { file, unit, facts } }] : [];
    });
  }
}

/** The library whose decorators say what fields of classes hold. */
const decorators = 'class-validator';
const middleware = '@';
const givenFirst = '@0';
const element = /^(?:\d+|\[\])$/;
const maxDepth = 12;
const maxLooks = 2_000;
