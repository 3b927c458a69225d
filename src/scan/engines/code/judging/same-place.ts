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
  const inner = insideOthers(findings);
  return findings.filter((finding) => {
    if (inner.has(finding)) return false;
    const others = byPlace.get(placeOf(finding))!;
    return others.length === 1 || !others.some((other) => stands(other, finding, others));
  });
}

/** `writeFile(join(folder, name))`: what a rule says of the whole it need not say of a part, unless it is worse there. */
function insideOthers(findings: readonly EngineFinding[]): Set<EngineFinding> {
  const inner = new Set<EngineFinding>();
  const open = new Map<string, EngineFinding[]>();
  for (const finding of [...findings].sort(outerFirst)) {
    const around = open.get(finding.ruleId) ?? [];
    open.set(finding.ruleId, around);
    while (around.length && !contains(around.at(-1)!, finding)) around.pop();
    const outer = around.at(-1);
    if (outer && isPart(finding, outer) && isAsBad(outer, finding) && sharesSource(outer, finding))
      inner.add(finding);
    else around.push(finding);
  }
  return inner;
}

function outerFirst(a: EngineFinding, b: EngineFinding): number {
  return (
    a.startLine - b.startLine ||
    (a.startColumn ?? 0) - (b.startColumn ?? 0) ||
    b.endLine - a.endLine ||
    endOf(b) - endOf(a)
  );
}

function contains(outer: EngineFinding, finding: EngineFinding): boolean {
  return (
    finding.endLine < outer.endLine || (finding.endLine === outer.endLine && endOf(finding) <= endOf(outer))
  );
}

/** Without columns it is the whole line. */
function endOf({ endColumn }: EngineFinding): number {
  return endColumn ?? Number.MAX_SAFE_INTEGER;
}

/** Further down in a call of many lines is a place of its own: a callback has statements. */
function isPart(finding: EngineFinding, outer: EngineFinding): boolean {
  return finding.startLine === outer.startLine && placeOf(finding) !== placeOf(outer);
}

/** Data of another source in the part is another weakness: who settles one has not settled the other. */
function sharesSource(outer: EngineFinding, { trace }: EngineFinding): boolean {
  const [from] = trace ?? [];
  const [other] = outer.trace ?? [];
  if (!from || !other) return true;
  return from.file === other.file && from.line === other.line && from.column === other.column;
}

function isAsBad(outer: EngineFinding, finding: EngineFinding): boolean {
  return severities.indexOf(outer.severity) <= severities.indexOf(finding.severity);
}

/** Those of what waits for other files that would stay beside what is found here. */
export function waitingAtPlaces(
  findings: readonly EngineFinding[],
  held: readonly HeldFinding[],
): HeldFinding[] {
  const kept = new Set(onceForEachPlace([...findings, ...held.map(({ finding }) => finding)]));
  return held.filter(({ finding }) => kept.has(finding));
}

/** Who can write a command needs no option of it. */
function saysAlso(cwes: readonly string[], cwe: string): boolean {
  return cwes.includes(cwe) || (cwe === 'CWE-78' && cwes.includes('CWE-88'));
}

function placeOf({ startLine, startColumn, endLine, endColumn }: EngineFinding): string {
  return [startLine, startColumn, endLine, endColumn].join(':');
}

function stands(other: EngineFinding, finding: EngineFinding, inOrder: readonly EngineFinding[]): boolean {
  if (other === finding || !other.cwe.some((cwe) => saysAlso(finding.cwe, cwe))) return false;
  const worse = severities.indexOf(finding.severity) - severities.indexOf(other.severity);
  // A way from a source says more than any number of names for the weakness.
  const traced = Number(other.trace !== undefined) - Number(finding.trace !== undefined);
  const more = other.cwe.length - finding.cwe.length;
  return (worse || traced || more || inOrder.indexOf(finding) - inOrder.indexOf(other)) > 0;
}
