import { addToList } from '../../../../kernel/add-to-list.ts';
import type { FileFacts } from '../domain/facts.ts';

export interface ClassPlace {
  readonly file: string;
  readonly name: string;
}

interface ClassEntry extends ClassPlace {
  readonly bases: readonly string[];
  readonly isFilled: boolean;
}

/** The classes of a repository by their simple names: which extends or implements which. */
export class ClassIndex {
  readonly #byName = new Map<string, ClassEntry[]>();
  readonly #byBase = new Map<string, ClassEntry[]>();

  constructor(files: ReadonlyArray<{ path: string; facts: FileFacts }>) {
    for (const { path, facts } of files)
      for (const [name, bases, isFilled] of facts.classes ?? []) {
        const entry = { file: path, name, bases, isFilled };
        addToList(this.#byName, name, entry);
        // What a test puts in the place of a class is not what runs.
        if (facts.isProduct) for (const base of bases) addToList(this.#byBase, base, entry);
      }
  }

  /** The classes that one inherits from, nearest first, without itself. */
  above(name: string, from: string): ClassEntry[] {
    const found: ClassEntry[] = [];
    let names: readonly string[] = this.#nearest(name, from)?.bases ?? [];
    for (let depth = 0; depth < maxDepth && names.length; depth++) {
      const level = names.flatMap((base) => this.#nearest(base, from) ?? []);
      found.push(...level);
      names = level.flatMap(({ bases }) => bases);
    }
    return found;
  }

  /** The simple names of what a class extends, also of what no file of the repository has. */
  basesOf(name: string, from: string): string[] {
    const own = this.#nearest(name, from);
    return own ? [own, ...this.above(name, from)].flatMap(({ bases }) => bases) : [];
  }

  /** A class and those that it inherits from, nearest first. */
  lineOf(name: string, from: string): ClassPlace[] {
    const own = this.#nearest(name, from);
    return own ? [own, ...this.above(name, from)] : [];
  }

  /** The classes that extend or implement one of the repository. */
  below(name: string, from: string): ClassPlace[] {
    if (!this.#byName.has(name)) return [];
    const found: ClassEntry[] = [];
    let names = [name];
    for (let depth = 0; depth < maxDepth && names.length && found.length < maxBelow; depth++) {
      const level = names.flatMap((base) => this.#byBase.get(base) ?? []);
      found.push(...level.sort((a, b) => shared(b.file, from) - shared(a.file, from)));
      names = level.map((entry) => entry.name).filter((other) => other !== name);
    }
    return found.slice(0, maxBelow);
  }

  /** Whether a framework fills objects of the class, because of what it extends. */
  isFilled(name: string, from: string): boolean {
    return (
      this.#nearest(name, from)?.isFilled === true || this.above(name, from).some((entry) => entry.isFilled)
    );
  }

  #nearest(name: string, from: string): ClassEntry | undefined {
    const entries = this.#byName.get(name) ?? [];
    return entries.reduce<ClassEntry | undefined>(
      (best, entry) => (best && shared(best.file, from) >= shared(entry.file, from) ? best : entry),
      undefined,
    );
  }
}

/** How much of two paths is the same: of several classes of a name the one that lies closest is meant. */
function shared(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

const maxDepth = 6;
const maxBelow = 20;
