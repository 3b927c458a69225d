import { flaggedCode } from '../../likeness/finding-shape.ts';
import type { Finding } from '../../model/finding.ts';

const maxCodeLength = 800;
const maxTextLength = 3_000;

/** A finding in words, to be searched by meaning. The snippet comes masked from the scan, so that no secret becomes text here. */
export function findingText(finding: Finding, repoUrl: string): string {
  return bounded([
    finding.title,
    finding.description,
    `${finding.severity} ${finding.category} ${finding.ruleId} ${finding.cwe.join(' ')}`,
    `${finding.file} in ${repoUrl}`,
    flowOf(finding),
    codeOf(finding),
  ]);
}

/** What a decision is about, and why it was made. */
export function decisionText(finding: Finding, reason: string): string {
  return bounded([finding.title, codeOf(finding), flowOf(finding), reason]);
}

function codeOf(finding: Finding): string {
  const lines = flaggedCode(finding).split('\n');
  return lines
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .join('\n')
    .slice(0, maxCodeLength);
}

function flowOf({ trace = [], package: dependency }: Finding): string {
  if (dependency) return [dependency.purl, ...dependency.vulnIds].join(' ');
  const source = trace.find(({ kind }) => kind === 'source');
  const sink = trace.findLast(({ kind }) => kind === 'sink');
  return [source, sink].flatMap((step) => step?.message ?? []).join(' → ');
}

function bounded(parts: readonly string[]): string {
  return parts
    .filter((part) => part.trim() !== '')
    .join('\n')
    .slice(0, maxTextLength)
    .toWellFormed();
}
