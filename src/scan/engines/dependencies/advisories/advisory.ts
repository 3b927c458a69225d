/** What we keep of an OSV record. It comes from outside: everything in it was checked and cut to size when it was read. */
export interface Advisory {
  id: string;
  aliases: string[];
  kind: AdvisoryKind;
  summary: string;
  details: string;
  /** CVSS score, 0 to 10, the newest version that the record has. */
  score?: number;
  /** The database's own word, where there is no score. */
  severity?: 'critical' | 'high' | 'medium' | 'low';
  cwe: string[];
  references: string[];
}

/** `notice` is information of the kind that a package is no longer maintained. */
export type AdvisoryKind = 'vulnerability' | 'malicious' | 'unmaintained' | 'unsound' | 'notice';

/** Which versions of one package a record means. */
export interface Affected {
  ranges: AffectedRange[];
  /** Versions that are meant by themselves, whatever the ranges say. */
  versions: string[];
  /** Release of a distribution (`12` of `Debian:12`). */
  release?: string;
  /** Where the vulnerable code is, where the record says so. */
  code?: VulnerableCode[];
}

export interface VulnerableCode {
  /** An import path (Go) or the path of a function (Rust). */
  path: string;
  symbols: string[];
}

export interface AffectedRange {
  type: 'SEMVER' | 'ECOSYSTEM';
  events: RangeEvent[];
}

export type RangeEvent =
  | { introduced: string }
  | { fixed: string }
  | { last_affected: string }
  | { limit: string };

/** A record of the index that names a package. */
export interface Candidate {
  advisory: Advisory;
  affected: Affected[];
}
