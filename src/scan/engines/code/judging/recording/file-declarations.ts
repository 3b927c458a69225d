import { schemaKey } from '../../domain/awaited-check.ts';
import type {
  ClassFact,
  FileFacts,
  MemberFact,
  PipeFact,
  SchemaFact,
  ToldSchema,
  TypeFact,
} from '../../domain/facts.ts';
import type { Schema } from '../../domain/schemas/schema.ts';

/** What a file declares for others: its exports, classes, types, schemas and pipes. */
export class FileDeclarations {
  readonly #exports: Array<[string, string]> = [];
  readonly #reexports = new Map<string, string[]>();
  readonly #classes: ClassFact[] = [];
  readonly #types: TypeFact[] = [];
  readonly #bases: Array<[string, string[]]> = [];
  readonly #schemas = new Map<string, SchemaFact>();
  readonly #pipes = new Set<PipeFact>();
  #schemaParts = 0;

  exported(name: string, local: string): void {
    this.#exports.push([name, local]);
  }

  reexport(local: string, path: readonly string[]): void {
    this.#reexports.set(local, [...path]);
  }

  class(
    name: string,
    bases: string[],
    isFilled: boolean,
    members: MemberFact[],
    asks?: readonly string[],
  ): void {
    if (asks?.length) this.#classes.push([name, bases, isFilled, members, asks]);
    else this.#classes.push(members.length > 0 ? [name, bases, isFilled, members] : [name, bases, isFilled]);
  }

  type(fact: TypeFact): void {
    if (this.#types.length < maxTypes) this.#types.push(fact);
  }

  base(name: string, path: readonly string[]): void {
    if (name) this.#bases.push([name, [...path]]);
  }

  pipe(fact: PipeFact): void {
    this.#pipes.add(fact);
  }

  schema(name: string, library: string, schema: Schema): void {
    if (this.#schemas.has(name) || this.#schemaParts + schema.parts > maxSchemaParts) return;
    this.#schemaParts += schema.parts;
    this.#schemas.set(name, [name, library, told(schema)]);
  }

  /** The keys by which other files ask for the schemas: by the names that the file gives them, and by those that others know them by. */
  schemaKeys(): string[] {
    for (const [name, local] of this.#exports) {
      const fact = this.#schemas.get(local);
      if (fact && !this.#schemas.has(name)) this.#schemas.set(name, [name, fact[1], fact[2]]);
    }
    return [...this.#schemas.keys()].map(schemaKey);
  }

  /** Whether nobody else could ask for anything. */
  get isEmpty(): boolean {
    const lists = [this.#exports, this.#classes, this.#types, this.#bases];
    return this.#pipes.size === 0 && lists.every(({ length }) => length === 0);
  }

  told(): Pick<FileFacts, 'exports' | 'reexports' | 'bases' | 'classes' | 'types' | 'schemas' | 'pipes'> {
    const used = new Set(this.#exports.map(([, local]) => local));
    return {
      exports: this.#exports,
      reexports: [...this.#reexports].filter(([local]) => used.has(local)),
      ...(this.#bases.length ? { bases: this.#bases } : {}),
      ...(this.#classes.length ? { classes: this.#classes } : {}),
      ...(this.#types.length ? { types: this.#types } : {}),
      ...(this.#schemas.size ? { schemas: [...this.#schemas.values()] } : {}),
      ...(this.#pipes.size ? { pipes: [...this.#pipes] } : {}),
    };
  }
}

/** Plain data, without what says nothing. */
function told({ clears, fields, items, isClosed, elsewhere }: Schema): ToldSchema {
  return {
    ...(clears && { clears }),
    ...(fields && { fields: [...fields].map(([key, part]) => [key, told(part)] as [string, ToldSchema]) }),
    ...(items && { items: told(items) }),
    ...(isClosed && { closed: true as const }),
    ...(elsewhere && { elsewhere }),
  };
}

const maxTypes = 500;
/** Of all schemas of a file together. */
const maxSchemaParts = 10_000;
