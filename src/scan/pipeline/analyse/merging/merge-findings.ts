import { addToList } from '../../../../kernel/add-to-list.ts';
import { compareTexts } from '../../../../kernel/compare-texts.ts';
import type { AttributedFinding } from '../../../findings/identity.ts';
import { hasSource, severities } from '../../../model/finding.ts';

/**
 * One order for every machine, exact repetitions removed, one finding where two engines mean the same hard-coded secret, one where a dangerous text is built and
 * later used, and one where a file and what other files say of it name the same weakness of the same piece of code by two rules.
 */
export function mergeFindings(findings: AttributedFinding[]): AttributedFinding[] {
  const sorted = findings.toSorted((a, b) => comparePlaces(a, b) || worstFirst(a, b));
  const rankOfSecret = new Map<string, number>();
  for (const { engine, file, startLine, severity } of sorted) {
    if (engine !== 'secrets') continue;
    const place = `${startLine} ${file}`;
    rankOfSecret.set(place, Math.min(rankOfSecret.get(place) ?? Number.POSITIVE_INFINITY, rank(severity)));
  }
  const flows = flowsThrough(sorted);
  const places = placesOf(sorted);
  return sorted.filter((finding, i) => {
    if (i > 0 && repeats(sorted[i - 1]!, finding)) return false;
    // Where the other engine knows what the text is used for and rates it higher, its word is kept next to the weaker one.
    const repeatsSecret =
      finding.engine !== 'secrets' &&
      finding.cwe.some((cwe) => hardCodedSecret.has(cwe)) &&
      (rankOfSecret.get(`${finding.startLine} ${finding.file}`) ?? Number.POSITIVE_INFINITY) <=
        rank(finding.severity);
    return !repeatsSecret && !isPartOfFlow(finding, flows) && !isSaidBetter(finding, places);
  });
}

/** Of the same place what is worse, or knows where the data comes from, stands for the others. */
function worstFirst(a: AttributedFinding, b: AttributedFinding): number {
  return rank(a.severity) - rank(b.severity) || Number(hasSource(b)) - Number(hasSource(a));
}

/**
 * The same said twice: what a conclusion quotes of a long piece of code is shorter than what the analysis of the file quotes. The shorter one comes first, and
 * stands for the other unless that says more.
 */
function repeats(before: AttributedFinding, finding: AttributedFinding): boolean {
  if (comparePlaces(before, finding) === 0) return true;
  const { tokens } = before.identity;
  const quoted = finding.identity.tokens;
  if (
    tokens.length < quotedLength ||
    !quoted.startsWith(tokens) ||
    quoted.startsWith(' from ', tokens.length)
  )
    return false;
  const saysMore =
    rank(finding.severity) < rank(before.severity) || (hasSource(finding) && !hasSource(before));
  return (
    !saysMore &&
    before.identity.scope === finding.identity.scope &&
    comparePlaces(before, { ...finding, identity: before.identity }) === 0
  );
}

/** Of the 120 characters that a fact holds, what is left when blanks are put together. */
const quotedLength = 80;

type Flows = ReadonlyMap<string, AttributedFinding[]>;

/** Findings with a trace, by the places that it passes. */
function flowsThrough(findings: readonly AttributedFinding[]): Flows {
  const flows = new Map<string, AttributedFinding[]>();
  for (const finding of findings)
    for (const place of new Set(
      hasSource(finding) ? finding.trace!.map(({ file, line }) => `${line} ${file}`) : [],
    ))
      addToList(flows, place, finding);
  return flows;
}

/** The text that a query, a command or a page is built of is reported where it is used, if that is known: its line is a step of that trace. */
function isPartOfFlow(finding: AttributedFinding, flows: Flows): boolean {
  if (finding.engine !== 'code' || hasSource(finding)) return false;
  const through = flows.get(`${finding.startLine} ${finding.file}`) ?? [];
  return through.some(
    ({ engine, cwe, severity }) =>
      engine === 'code' &&
      rank(severity) <= rank(finding.severity) &&
      cwe.some((weakness) => finding.cwe.includes(weakness)),
  );
}

type Places = ReadonlyMap<string, AttributedFinding[]>;

/** What is known of the code, by the piece of code that it is about. */
function placesOf(findings: readonly AttributedFinding[]): Places {
  const places = new Map<string, AttributedFinding[]>();
  for (const finding of findings)
    if (finding.engine === 'code' && finding.startColumn !== undefined)
      addToList(places, placeKey(finding), finding);
  return places;
}

function placeKey({ file, startLine, startColumn, endLine, endColumn }: AttributedFinding): string {
  return [startLine, startColumn, endLine, endColumn, file].join(' ');
}

/** Whether another rule says the same weakness of the same piece of code, and is worse or knows where the data comes from. */
function isSaidBetter(finding: AttributedFinding, places: Places): boolean {
  if (finding.engine !== 'code') return false;
  return (places.get(placeKey(finding)) ?? []).some(
    (other) =>
      other.ruleId !== finding.ruleId &&
      other.cwe.some((weakness) => finding.cwe.includes(weakness)) &&
      (rank(finding.severity) - rank(other.severity) ||
        Number(hasSource(other)) - Number(hasSource(finding)) ||
        compareTexts(finding.ruleId, other.ruleId)) > 0,
  );
}

/** Zero for the worst. */
function rank(severity: AttributedFinding['severity']): number {
  return severities.indexOf(severity);
}

const hardCodedSecret = new Set(['CWE-798', 'CWE-259', 'CWE-321']);

function comparePlaces(a: AttributedFinding, b: AttributedFinding): number {
  return (
    compareTexts(a.file, b.file) ||
    a.startLine - b.startLine ||
    (a.startColumn ?? 0) - (b.startColumn ?? 0) ||
    a.endLine - b.endLine ||
    (a.endColumn ?? 0) - (b.endColumn ?? 0) ||
    compareTexts(a.engine, b.engine) ||
    compareTexts(a.ruleId, b.ruleId) ||
    compareTexts(a.identity.scope, b.identity.scope) ||
    compareTexts(a.identity.tokens, b.identity.tokens) ||
    // Two dependency findings can differ in nothing but the advisory.
    compareTexts(a.package?.vulnIds.join() ?? '', b.package?.vulnIds.join() ?? '')
  );
}
