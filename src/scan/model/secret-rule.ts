import type { Confidence, Severity } from './finding.ts';

/** A credential format, as the rule files describe it. Examples are templates, see `example-template.ts`. */
export interface SecretRule {
  id: string;
  provider: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  /** A format that is recognised by itself. */
  pattern?: string;
  /** A value without a mark of its own, recognised by the name that it is assigned to: the name holds one of these words. */
  names?: string[];
  /** The name must be exactly one of the words. */
  exact?: boolean;
  /** What the assigned value looks like, from its first to its last character. */
  value?: string;
  /** A form that no expression describes, found by code of its own: see `detectors.ts`. Only built-in rules have one. */
  detector?: string;
  /** Literal text that every match contains; derived from the pattern where it is not given. */
  keywords?: string[];
  /** Bits per character that the value must reach. */
  minEntropy?: number;
  /** The validator that a match must pass, see `validators.ts`. */
  proof?: string;
  /** The rule whose finding within a few lines is the other half of this credential: the two become one finding. */
  pairsWith?: string;
  /** Apps for phones and pages are built with it, so that everybody who has the app has it: it is no secret there. */
  shipped?: boolean;
  /** How the value may touch its neighbours: `word` (the default) forbids a letter or digit on either side. */
  boundary?: 'word' | 'none';
  /** The path that examples are tried under, where the syntax of the file matters. */
  examplePath?: string;
  opens: string;
  revoke: string;
  examples: string[];
  nearMisses: string[];
}

/** A literal that must be present before a rule is tried, and which reading of the pattern it belongs to. */
interface RuleKeyword {
  text: string;
  variant: number;
  /** Case counts: for formats; names are compared regardless of it. */
  exact?: boolean;
  /** A match begins with the keyword, so that a letter or digit before it rules it out. */
  first?: boolean;
  /** Which bytes a match can have behind the keyword: a bit for each, in hexadecimal. */
  follow?: string;
  /** How many bytes behind the keyword are such bytes in every match; absent: one. */
  lead?: number;
}

/** What the scanner needs of a rule; the compiled file holds these, so that starting up parses no YAML and no expression. */
export type ScanRule = Omit<SecretRule, 'examples' | 'nearMisses' | 'examplePath' | 'keywords'> & {
  keywords: RuleKeyword[];
};
