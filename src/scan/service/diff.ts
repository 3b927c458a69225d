import type { Finding } from '../model/finding.ts';
import type { ScanFindings } from './scan-view.ts';

export interface ScanDiff {
  /** Open now and not known before. */
  new: Finding[];
  /** Open before and not found any more. */
  fixed: Finding[];
  /** Open now and known before. */
  unchanged: Finding[];
  /** Open before and still there, but suppressed since. */
  suppressed: Finding[];
}

/** Compares by fingerprint, which survives moved lines and also holds between two repositories of the same origin. */
export function diffScans(now: ScanFindings, before: ScanFindings): ScanDiff {
  const knownBefore = fingerprints([...before.findings, ...before.suppressedFindings]);
  const openNow = fingerprints(now.findings);
  const suppressedNow = new Map(now.suppressedFindings.map((finding) => [finding.fingerprint, finding]));
  return {
    new: now.findings.filter(({ fingerprint }) => !knownBefore.has(fingerprint)),
    unchanged: now.findings.filter(({ fingerprint }) => knownBefore.has(fingerprint)),
    fixed: before.findings.filter(
      ({ fingerprint }) => !openNow.has(fingerprint) && !suppressedNow.has(fingerprint),
    ),
    suppressed: before.findings.flatMap(({ fingerprint }) => suppressedNow.get(fingerprint) ?? []),
  };
}

function fingerprints(findings: readonly Finding[]): Set<string> {
  return new Set(findings.map(({ fingerprint }) => fingerprint));
}
