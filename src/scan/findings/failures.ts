import type { SkippedPath } from '../model/coverage.ts';
import { skipKind } from '../model/skip-reason.ts';

const maxExamples = 3;

/** What should have been analysed and was not. */
export function failuresOf(skipped: readonly SkippedPath[]): SkippedPath[] {
  return skipped.filter(({ reason }) => skipKind(reason) === 'failed');
}

export function countPaths(skipped: readonly SkippedPath[]): number {
  return skipped.reduce((sum, { count }) => sum + (count ?? 1), 0);
}

/** One sentence on what could not be analysed, such as "2 not parsed (a.java, b.java), 1 time limit (c.js)"; undefined where nothing failed. */
export function describeFailures(skipped: readonly SkippedPath[]): string | undefined {
  const failures = failuresOf(skipped);
  if (failures.length === 0) return undefined;
  const groups = [...Map.groupBy(failures, ({ reason }) => reason)].map(([reason, paths]) => {
    const named = [...new Set(paths.map(({ path }) => path))].filter((path) => path !== '…');
    const examples = named.slice(0, maxExamples).join(', ') + (named.length > maxExamples ? ', …' : '');
    return `${countPaths(paths)} ${reason.replaceAll('_', ' ')}${examples === '' ? '' : ` (${examples})`}`;
  });
  return `Not everything could be analysed: ${groups.join(', ')}.`;
}
