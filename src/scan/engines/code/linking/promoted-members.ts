import { made } from '../domain/callee.ts';
import type { FileFacts, MemberFact } from '../domain/facts.ts';
import type { KnownMember, KnownMembers } from '../domain/types/known-members.ts';

/** Where the files may be that a qualified name means. */
type FindFiles = (
  language: string,
  segments: readonly string[],
  from: string,
) => ReadonlyArray<{ path: string; rest: readonly string[] }>;

/**
 * Members of libraries that are reached through a type of another file: `ctx.Query("q")`, where `Context` embeds the context of a framework, and
 * `ctx.Req.FormValue("q")`, where it has the request in a field. The file that uses them does not know the type.
 */
export class PromotedMembers {
  /** By path without the ending, then by type. */
  readonly #types = new Map<string, Map<string, readonly MemberFact[]>>();
  readonly #files: FindFiles;
  readonly #known: KnownMembers;
  readonly #found = new Map<readonly string[], KnownMember | null>();

  constructor(
    files: ReadonlyArray<{ path: string; facts: FileFacts }>,
    findFiles: FindFiles,
    known: KnownMembers,
  ) {
    this.#files = findFiles;
    this.#known = known;
    for (const { path, facts } of files)
      for (const [name, , , members] of facts.classes ?? []) {
        if (!members) continue;
        const plain = path.replace(/\.[^./]+$/, '');
        let types = this.#types.get(plain);
        if (!types) {
          types = new Map();
          this.#types.set(plain, types);
        }
        types.set(name, members);
      }
  }

  /** What is known of the callee of a call that no function of the repository answers; a field that is read ends in its key. */
  of(language: string, callee: readonly string[], from: string): KnownMember | undefined {
    let known = this.#found.get(callee);
    if (known === undefined) {
      const read = callee.map((segment) => segment.replace(/^=/, ''));
      known = this.first(language, read, from, ({ name }) => this.#known(language, name)) ?? null;
      this.#found.set(callee, known);
    }
    return known ?? undefined;
  }

  /** Goes through the names that a callee may have by the fields and the embedded types of other files, nearest first, until one of them answers. */
  first<T>(
    language: string,
    callee: readonly string[],
    from: string,
    answer: (place: PromotedName) => T | undefined,
    depth = 0,
  ): T | undefined {
    if (depth > maxDepth || this.#types.size === 0 || callee.length < 3 || callee.length > maxSegments)
      return undefined;
    for (const { path, rest } of this.#files(language, callee, from)) {
      const [type = '', call, member, ...further] = rest;
      const members = call === made ? this.#types.get(path)?.get(type) : undefined;
      if (!members || member === undefined) continue;
      for (const [field, of] of members) {
        if (field !== '' && field !== member) continue;
        const name = [...of, made, ...(field === '' ? [member] : []), ...further];
        const place = { name, from: `${path}.` };
        const found = answer(place) ?? this.first(language, name, place.from, answer, depth + 1);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

/** A qualified name, and the file that it is written in. */
interface PromotedName {
  readonly name: readonly string[];
  readonly from: string;
}

/** How many types deep an embedded one is followed. */
const maxDepth = 4;
const maxSegments = 12;
