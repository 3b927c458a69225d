import type { CoverageNote } from '../../../model/coverage.ts';
import type { EngineFinding } from '../../../model/finding.ts';

/** A report of more findings than this in one file helps nobody. */
const maxFindings = 2000;

/** Judges one after the other, until there are more findings than a report should hold. */
export function judgeResources<Judged>(
  resources: readonly Judged[],
  judge: (resource: Judged) => EngineFinding[],
): EngineFinding[] {
  const findings: EngineFinding[] = [];
  for (const resource of resources) {
    if (hasTooMany(findings.length)) break;
    findings.push(...judge(resource));
  }
  return findings;
}

export function hasTooMany(count: number): boolean {
  return count > maxFindings;
}

/** Says in the coverage that a file has more findings than are listed. */
export function limitNotes(path: string, count: number): CoverageNote[] {
  const message = `Only the first ${maxFindings} findings are listed.`;
  return hasTooMany(count) ? [{ path, reason: 'budget_exceeded', message }] : [];
}
