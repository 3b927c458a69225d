import { addToList } from '../../../../kernel/add-to-list.ts';
import { type EngineFinding, hasSource, severities } from '../../../model/finding.ts';
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

/**
 * `writeFile(join(folder, name))`: what a rule says of the whole it need not say of a part, unless it is worse there. Another rule about the same weakness
 * says no more than a way to the whole from a source: `query("… " + x)`, of which the text is reported as well.
 */
function insideOthers(findings: readonly EngineFinding[]): Set<EngineFinding> {
  const inner = new Set<EngineFinding>();
  const open = new Map<string, EngineFinding[]>();
  for (const finding of [...findings].sort(outerFirst)) {
    const weakness = finding.cwe[0] ?? finding.ruleId;
    const around = open.get(weakness) ?? [];
    open.set(weakness, around);
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
function sharesSource(outer: EngineFinding, finding: EngineFinding): boolean {
  const from = sourceOf(finding);
  const other = sourceOf(outer);
  if (!from || !other) return finding.ruleId === outer.ruleId || other !== undefined;
  return from.file === other.file && from.line === other.line && from.column === other.column;
}

function sourceOf(finding: EngineFinding) {
  return hasSource(finding) ? finding.trace![0] : undefined;
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

/** Who can write a command needs no option of it; a hash that is too fast for passwords need not be called weak as well. */
function saysMore(cwes: readonly string[], cwe: string): boolean {
  const lesser = cwe === 'CWE-78' ? ['CWE-88'] : cwe === 'CWE-916' ? ['CWE-327', 'CWE-328'] : [];
  return !cwes.includes(cwe) && lesser.some((each) => cwes.includes(each));
}

function placeOf({ startLine, startColumn, endLine, endColumn }: EngineFinding): string {
  return [startLine, startColumn, endLine, endColumn].join(':');
}

function stands(other: EngineFinding, finding: EngineFinding, inOrder: readonly EngineFinding[]): boolean {
  if (other === finding) return false;
  const worse = severities.indexOf(finding.severity) - severities.indexOf(other.severity);
  if (other.cwe.some((cwe) => saysMore(finding.cwe, cwe))) return worse >= 0;
  if (!other.cwe.some((cwe) => finding.cwe.includes(cwe))) return false;
  // A way from a source says more than any number of names for the weakness.
  const traced = Number(hasSource(other)) - Number(hasSource(finding));
  const more = other.cwe.length - finding.cwe.length;
  return (worse || traced || more || inOrder.indexOf(finding) - inOrder.indexOf(other)) > 0;
}
