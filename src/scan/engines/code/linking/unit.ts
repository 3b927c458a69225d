import { addToList } from '../../../../kernel/add-to-list.ts';
import { everything, type FileFacts } from '../domain/facts.ts';

/** What a file calls its functions by outside, and what it hands on from other files. */
export interface Unit {
  readonly file: string;
  readonly language: string;
  readonly exports: ReadonlyMap<string, string>;
  readonly reexports: ReadonlyMap<string, readonly string[]>;
  readonly keys: readonly string[];
  /** The bases of its classes: those that other files may have, and behind `#` those of the file itself. */
  readonly bases: ReadonlyMap<string, ReadonlyArray<readonly string[]>>;
  /** The modules of which it hands on all. */
  readonly everything: ReadonlyArray<readonly string[]>;
}

export function unitOf(
  file: string,
  { language, exports, reexports, functions, quiet, bases = [] }: FileFacts,
): Unit {
  // Of several of one name the first counts.
  const firstOf = <T>(pairs: ReadonlyArray<[string, T]>) => new Map(pairs.toReversed());
  const all = new Set(exports.flatMap(([name, local]) => (name.startsWith(everything) ? [local] : [])));
  return {
    file,
    language,
    exports: firstOf(exports),
    reexports: firstOf(reexports),
    keys: [...functions.map(({ key }) => key), ...quiet],
    bases: allOf(bases),
    everything: reexports.flatMap(([local, path]) => (all.has(local) ? [path] : [])),
  };
}

function allOf<T>(pairs: ReadonlyArray<[string, T]>): ReadonlyMap<string, readonly T[]> {
  const all = new Map<string, T[]>();
  for (const [name, value] of pairs) addToList(all, name, value);
  return all;
}
