import type { Dependency } from '../dependency.ts';
import { isGoRelease } from '../go-release.ts';
import type { Verdict } from '../judge-dependency.ts';
import type { ImportTable, Usage } from './import-table.ts';
import { judgeNamedCode } from './vulnerable-code.ts';

/** Whether the code of a repository gets to a problem of a package, and by what that was decided. */
export interface Reachability {
  isReachable: Usage;
  /** The first place that imports the package. */
  importedAt: string | undefined;
  /** What the advisories name and the code uses, or uses none of; empty where that did not decide. */
  named: string[];
  isStandardLibrary: boolean;
}

export interface UsedDependency {
  file: string;
  dependency: Dependency;
  usage: Usage;
  isShared: boolean;
}

/** An advisory that names the vulnerable code says more than the import of a package does. */
export function judgeReachability(
  { file, dependency, usage, isShared }: UsedDependency,
  { candidates }: Verdict,
  imports: ImportTable,
): Reachability {
  const isStandardLibrary = isGoRelease(dependency);
  const importedAt = imports.placeOf(dependency, file);
  const byImport = { isReachable: usage, importedAt, named: [], isStandardLibrary };
  if (usage !== true && !isStandardLibrary) return byImport;
  const code = candidates.flatMap(({ affected }) => affected.flatMap((each) => each.code ?? []));
  if (code.length === 0) return byImport;
  const all = judgeNamedCode(dependency.ecosystem, code, imports.of(dependency.ecosystem));
  const used = all.filter(({ isUsed }) => isUsed === true);
  if (used.length > 0) return { ...byImport, isReachable: true, named: namesOf(used) };
  // What other packages use too (the standard library is used by all) may be reached through them.
  const isOpen =
    isStandardLibrary || isShared || all.length === 0 || all.some(({ isUsed }) => isUsed !== false);
  return { ...byImport, isReachable: isOpen ? undefined : false, named: isOpen ? [] : namesOf(all) };
}

const maxShown = 3;

export interface DescribedReachability extends Reachability {
  /** The severity is lower than it would be if the problem were reached. */
  isLowered: boolean;
}

/** One sentence, or nothing where it is not known. */
export function describeReachability({
  isReachable,
  importedAt,
  named,
  isStandardLibrary,
  isLowered,
}: DescribedReachability): string {
  if (isReachable === undefined) return '';
  const place = importedAt ? `, first in ${importedAt}` : '';
  const shown = named.slice(0, maxShown).join(', ') + (named.length > maxShown ? ', …' : '');
  if (isReachable) {
    if (isStandardLibrary) return `The code of this repository uses what the advisory names: ${shown}.`;
    const use = shown === '' ? '' : `, and uses what the advisory names: ${shown}`;
    return `The code of this repository imports it${place}${use}.`;
  }
  const why =
    shown === ''
      ? 'No code of this repository imports it, or anything that needs it'
      : `The code of this repository uses nothing of what the advisory names (${shown})`;
  return isLowered ? `${why}, so the severity is one step lower.` : `${why}.`;
}

function namesOf(code: ReadonlyArray<{ name: string }>): string[] {
  return [...new Set(code.map(({ name }) => name))];
}
