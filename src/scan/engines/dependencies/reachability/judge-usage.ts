import type { Dependency } from '../dependency.ts';
import type { ResolvedFile } from '../facts.ts';
import type { ImportTable, Usage } from './import-table.ts';

export interface FileUsage {
  /**
   * For each dependency: asked for by the code itself (true), not asked for and not needed by anything that might be (false), or
   * unknown, such as what only another package needs that is asked for.
   */
  usage: Usage[];
  /** Whether something that may be used needs it too, so that the own code is not alone in using it. */
  isShared: boolean[];
}

/** Judges which dependencies of a file the code uses. */
export function judgeUsage({ dependencies, reader }: ResolvedFile, table: ImportTable): FileUsage {
  const own = dependencies.map((each) => table.usageOf(each));
  const mayBeUsed = usedByOthers(dependencies, own);
  // Where a file does not say who needs whom, only what is direct can be told to be unused; and a plain list of requirements often
  // holds everything that was installed.
  const hasGraph = dependencies.some((each) => each.needs.length > 0);
  const knowsDirect = reader !== 'requirements-txt';
  const needed = new Set(dependencies.flatMap(({ needs }, index) => (mayBeUsed[index] ? needs : [])));
  const usage = dependencies.map((each, index): Usage => {
    if (own[index] !== false) return own[index];
    if (mayBeUsed[index]) return undefined;
    return hasGraph || (each.direct && knowsDirect) ? false : undefined;
  });
  return { usage, isShared: dependencies.map((_, index) => needed.has(index)) };
}

/** What something leads to that is asked for, or that is direct and may be. */
function usedByOthers(dependencies: readonly Dependency[], own: readonly Usage[]): Uint8Array {
  const used = new Uint8Array(dependencies.length);
  const queue: number[] = [];
  const reach = (index: number): void => {
    if (used[index]) return;
    used[index] = 1;
    queue.push(index);
  };
  dependencies.forEach(({ direct }, index) => {
    if (own[index] === true || (direct && own[index] === undefined)) reach(index);
  });
  for (let next = queue.pop(); next !== undefined; next = queue.pop())
    dependencies[next]!.needs.forEach(reach);
  return used;
}
