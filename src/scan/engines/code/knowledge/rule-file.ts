import type { LanguageWords } from './words/check-words.ts';

/** The YAML of a rule file, as it was read. The shape is held by `rule-schema.ts` in the tests; packaged rules are trusted here. */
export interface RuleFile {
  rules?: RawRule[];
  sources?: RawItem[];
  sanitizers?: RawItem[];
  guards?: RawItem[];
  exits?: RawItem[];
  entries?: RawItem[];
  returns?: RawItem[];
  aliases?: RawItem[];
  constants?: RawItem[];
  shared?: RawItem[];
  streams?: RawItem[];
  external?: ExternalNames[];
  /** Packages of frameworks: a file that imports one likely handles requests. */
  frameworks?: string[];
  /** What checks and escapes are written with. */
  words?: LanguageWords;
}

/** Names that never are a file of the repository, in some of the languages that share the rules. */
export interface ExternalNames {
  languages: string[];
  names: string[];
}

export type RawItem = Record<string, unknown>;
export interface RawRule extends RawItem {
  id: string;
  examples?: { bad: RawExample[]; good: RawExample[] };
}
/** One file, or several by name. */
export type RawExample = string | Record<string, string>;

/** A word alone, or a list of them. */
export function listOf(raw: unknown): string[] {
  if (raw === undefined || raw === null) return [];
  return Array.isArray(raw) ? raw.map(String) : [String(raw)];
}
