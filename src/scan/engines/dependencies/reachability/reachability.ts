import type { VulnerableCode } from '../advisories/advisory.ts';
import type { Dependency } from '../dependency.ts';
import type { Verdict } from '../judge-dependency.ts';
import type { ImportTable, Usage } from './import-table.ts';
import { usesVulnerableCode } from './vulnerable-code.ts';

/** Whether the code of a repository gets to a problem of a package, and by what that was decided. */
export interface Reachability {
  isReachable: Usage;
  /** The first place that imports the package. */
  importedAt: string | undefined;
  /** What the advisories name, where that decided. */
  named: string[];
}

export interface UsedDependency {
  dependency: Dependency;
  usage: Usage;
  isShared: boolean;
}

/** An advisory that names the vulnerable code says more than the import of a package does. */
export function judgeReachability(
  { dependency, usage, isShared }: UsedDependency,
  { candidates }: Verdict,
  imports: ImportTable,
): Reachability {
  const importedAt = imports.placeOf(dependency);
  const code = candidates.flatMap(({ affected }) => affected.flatMap((each) => each.code ?? []));
  const isStandardLibrary = dependency.ecosystem === 'Go' && dependency.name === 'stdlib';
  if (code.length === 0 || (usage !== true && !isStandardLibrary))
    return { isReachable: usage, importedAt, named: [] };
  const used = usesVulnerableCode(dependency.ecosystem, code, imports.of(dependency.ecosystem));
  // What other packages use too (the standard library is used by all) may be reached through them.
  const isReachable = used === false && (isStandardLibrary || isShared) ? undefined : used;
  return { isReachable, importedAt, named: isReachable === undefined ? [] : namesOf(code) };
}

const maxShown = 3;

/** One sentence, or nothing where it cannot be told. */
export function describeReachability({ isReachable, importedAt, named }: Reachability): string {
  const place = importedAt ? `, first in ${importedAt}` : '';
  const shown = named.slice(0, maxShown).join(', ') + (named.length > maxShown ? ', …' : '');
  if (isReachable === undefined) return '';
  if (isReachable)
    return shown === ''
      ? `The code of this repository imports it${place}.`
      : `The code of this repository imports it${place}, and uses what the advisory names (${shown}).`;
  const why =
    shown === ''
      ? 'No code of this repository imports it, or anything that needs it'
      : `The code of this repository uses nothing of what the advisory names (${shown})`;
  return `${why}, so the severity is one step lower.`;
}

function namesOf(code: readonly VulnerableCode[]): string[] {
  const names = code.flatMap(({ path, symbols }) =>
    symbols.length > 0 ? symbols.map((symbol) => `${path}.${symbol}`) : [path],
  );
  return [...new Set(names)];
}
