import type { Confidence, Severity } from '../../../model/finding.ts';
import type { ScanRule } from '../../../model/secret-rule.ts';
import type { NameKind } from '../values/assignment-name.ts';
import type { FileContext } from '../values/file-context.ts';
import type { Vocabulary } from '../values/vocabulary.ts';

/** A possible secret in one layer of a file, before overlaps are resolved. Offsets are bytes of the layer. */
export interface Candidate {
  rule: ScanRule;
  start: number;
  end: number;
  value: string;
  severity: Severity;
  confidence: Confidence;
  /** Why this confidence, as parts of a sentence; never with the value in it. */
  reasons: string[];
  /** Which of two overlapping candidates stays: the more specific one. */
  rank: number;
  /** Between candidates of the same rank and length: how much of the rule was literally there. */
  specificity?: number;
  /** How many characters at the start of the value are public knowledge, such as `ghp_`; absent: none. */
  publicPrefix?: number;
  /** Where the half of the credential stands that was joined to this one: it is masked as well. */
  otherHalf?: { start: number; end: number };
}

/** Text that is scanned: the file itself, or what was found by decoding a part of it. */
export interface Layer {
  bytes: Buffer;
  depth: number;
  context: FileContext;
  /** How the text was obtained, outermost first: `base64`, `archive member x`. */
  via: string[];
  /** Binary files are searched for formats, not for assignments. */
  binary: boolean;
}

/** What a detector is lent. */
export interface DetectorTools {
  vocabulary: Vocabulary;
  rules: DetectorRules;
  /** What a name says about the value assigned to it. */
  kindOfName(name: string): NameKind | undefined;
  report(candidate: Candidate): void;
  /** Counts work against the budget of the layer, for detectors that read far. */
  charge(steps: number): void;
}

/** The rules whose form is code, by the name of their detector. */
export type DetectorRules = ReadonlyMap<string, ScanRule>;

export const rank = { shape: 0, assignment: 1, link: 2, named: 3, format: 3, keyMaterial: 4 } as const;

export function textOf(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, end);
}
