import { addToList } from '../../../../kernel/add-to-list.ts';
import { type EngineFinding, severities } from '../../../model/finding.ts';
import type { HeldFinding } from '../domain/facts.ts';

/**
 * Two rules that say the same weakness of the same piece of code are one finding for whoever reads them: the worse one stays, of equals the
 * one that says more, else the one that was found first.
 */
export function onceForEachPlace(findings: readonly EngineFinding[]): EngineFinding[] {
  const byPlace = new Map<string, EngineFinding[]>();
  for (const finding of findings) addToList(byPlace, placeOf(finding), finding);
  return findings.filter((finding) => {
    const others = byPlace.get(placeOf(finding))!;
    return others.length === 1 || !others.some((other) => stands(other, finding, others));
  });
}

/** Those of what waits for other files that would stay beside what is found here. */
export function waitingAtPlaces(
  findings: readonly EngineFinding[],
  held: readonly HeldFinding[],
): HeldFinding[] {
  const kept = new Set(onceForEachPlace([...findings, ...held.map(({ finding }) => finding)]));
  return held.filter(({ finding }) => kept.has(finding));
}

function placeOf({ startLine, startColumn, endLine, endColumn }: EngineFinding): string {
  return [startLine, startColumn, endLine, endColumn].join(':');
}

function stands(other: EngineFinding, finding: EngineFinding, inOrder: readonly EngineFinding[]): boolean {
  if (other === finding || !other.cwe.some((cwe) => finding.cwe.includes(cwe))) return false;
  const worse = severities.indexOf(finding.severity) - severities.indexOf(other.severity);
  // A way from a source says more than any number of names for the weakness.
  const traced = Number(other.trace !== undefined) - Number(finding.trace !== undefined);
  const more = other.cwe.length - finding.cwe.length;
  return (worse || traced || more || inOrder.indexOf(finding) - inOrder.indexOf(other)) > 0;
}
