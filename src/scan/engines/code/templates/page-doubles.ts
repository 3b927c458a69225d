import { type EngineFinding, hasSource } from '../../../model/finding.ts';

/**
 * The findings of a page and of the code between its marks, each defect once. Code that puts a value into a page by itself says no more than the rule about
 * pages at the same mark; a way from a source says more than either.
 */
export function withoutDoubles(code: readonly EngineFinding[], page: readonly EngineFinding[]) {
  const isDouble = (finding: EngineFinding, other: EngineFinding) =>
    finding.cwe.some((cwe) => other.cwe.includes(cwe)) && overlap(finding, other);
  const outputs = page.filter(
    (output) => !code.some((finding) => hasSource(finding) && isDouble(finding, output)),
  );
  const others = code.filter(
    (finding) => hasSource(finding) || !page.some((output) => isDouble(finding, output)),
  );
  return [...others, ...outputs];
}

/** It is about something else than markup in a page, which a text that no browser shows cannot have. */
export function isNoMarkup({ cwe }: EngineFinding): boolean {
  return !cwe.includes('CWE-79');
}

function overlap(a: EngineFinding, b: EngineFinding): boolean {
  return !isBefore(a, b) && !isBefore(b, a);
}

/** It ends before the other one begins. */
function isBefore(a: EngineFinding, b: EngineFinding): boolean {
  if (a.endLine !== b.startLine) return a.endLine < b.startLine;
  return (a.endColumn ?? Number.POSITIVE_INFINITY) <= (b.startColumn ?? 1);
}
