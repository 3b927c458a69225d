export const symbolKinds = ['function', 'method', 'class', 'file', 'document'] as const;
export type SymbolKind = (typeof symbolKinds)[number];

/** A part of a repository that can be asked for in words: a declaration with its comment, a file in outline, or a page of documentation. */
export interface CodeSymbol {
  /** Relative to the repository, with `/`. */
  path: string;
  /** The id of the grammar that parsed the file; absent for documentation. */
  language?: string;
  kind: SymbolKind;
  /** With the classes or modules around it, such as `Session.refresh`; empty for a whole file. */
  name: string;
  /** What is before the body, on one line. */
  signature?: string;
  /** Counted from 1, inclusive, the comment before a declaration included. */
  line: number;
  endLine: number;
  /** What is stored and searched; secrets are masked. */
  content: string;
  isTest?: true;
}

/** The code of a scan, taken apart. */
export interface GatheredCode {
  symbols: CodeSymbol[];
  /** Files that could not be read or parsed: of what is in them nothing is known. */
  unread: string[];
  /** There was more than the limits allow. */
  truncated: boolean;
}

/** What became of the code of a scan that was to be remembered. */
export interface RememberedCode {
  namespace: string;
  /** Entries of the repository in the namespace now. */
  entries: number;
  /** Of these, how many were written by this scan: new ones and changed ones. */
  written: number;
  /** Entries of earlier scans that were removed, because their code is gone. */
  removed: number;
  /** There was more code than the limits allow; the rest is not in memory. */
  truncated?: true;
  /** Why not all of it could be written; what is there stays. */
  error?: string;
}
