import type { CoverageNote } from '../model/coverage.ts';
import type { EngineFinding, EngineId } from '../model/finding.ts';
import type { Inventory } from '../model/inventory.ts';
import type { RuleDescription } from '../model/rule-description.ts';
import type { FlatTree } from '../syntax/flat-tree.ts';
import type { ParseFailure } from '../syntax/parse-failure.ts';
import type { ParseResult } from '../syntax/parser.ts';
import type { ScriptName } from '../syntax/script-name.ts';
import type { Attempt } from './attempt.ts';

/** One file of the repository, read once and shared by all engines. */
export interface SourceFile {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The bytes as text (UTF-8, or UTF-16 with a byte order mark); decoded at the first use. */
  readonly text: string;
  /** Parsed at the first use; absent where no grammar knows the file or it is beyond the parser's limits. */
  readonly tree: FlatTree | undefined;
  /** Why there is no tree although a grammar knows the file. */
  readonly parseFailure?: ParseFailure | undefined;
  /** The name of a program that its own name does not give away, such as `bin/run.py`: decides the language of the tree where `path` has none. */
  readonly script?: ScriptName | undefined;
  /** Parses another text as if it were at this path: what a file holds of a second language. */
  readonly parseAs?: (path: string, text: string) => ParseResult | undefined;
}

export interface FileAnalysis<Facts> {
  findings: EngineFinding[];
  /** What the second step needs of this file: plain data that survives `structuredClone` and JSON. */
  facts?: Facts;
  notes?: CoverageNote[];
  /** The name under which the file was read, where it is another than its own: what its facts need is prepared by it. */
  readAs?: string;
  /** What the file imports, as an engine that reads its syntax knows it: every engine gets it with its conclusion. */
  imports?: FileImports;
  /** Ranges of `text` (UTF-16 offsets) that hold a secret: masked in every snippet of the file, whichever engine shows it. */
  redactions?: Array<[start: number, end: number]>;
  /** Those of them whose text is masked wherever else it is, in any file and in the words of any engine. */
  maskEverywhere?: Array<[start: number, end: number]>;
}

export interface FileImports {
  modules: ImportedModule[];
  /** What the file takes of its runtime in words that no package can have: `dns` for `node:dns`, `bun:sqlite`. Never a dependency. */
  builtins?: string[];
  /** Modules that the file names as texts where a framework looks for such. */
  mentions?: string[];
  /** Names that are taken of any value or type, in languages whose advisories name functions. */
  members?: string[];
}

/**
 * A module as the language names it (`lodash/fp`, `google.cloud`, `golang.org/x/net/html`), the line that asks for it, and the names that
 * are taken of it; without those it may be used in any way.
 */
export type ImportedModule = [module: string, line: number, symbols?: string[]];

export interface ImportTables {
  /** By path; a file that imports nothing is there too. */
  readonly read: ReadonlyMap<string, FileImports>;
  /** Every other file that was listed. What those of them import that are code, nobody could tell. */
  readonly unread: readonly string[];
  /** False where only a part of the repository was listed, such as what is staged. */
  readonly isWhole: boolean;
}

export interface Conclusion {
  findings: EngineFinding[];
  notes?: CoverageNote[];
  /** Every package that the repository's files name, for inventory documents. */
  inventory?: Inventory;
}

/** What the surroundings lend to an engine. Nothing here reads the clock, the network or the disk. */
export interface EngineTools {
  /** A keyed hash for a secret value: links equal secrets inside one tenant and says nothing about the value. */
  hashSecret(value: string): string;
  /** Keeps what other parts found where one part crashes; absent where nobody guards. Engines take it by `attemptOf`. */
  attempt?: Attempt;
}

/**
 * A scan engine. Results depend on the files, the rules and nothing else: no clock, no order of arrival, no earlier file.
 * That makes them cacheable by blob and equal on one core and sixteen.
 */
export interface Engine<Facts = unknown> {
  readonly id: EngineId;
  /** Changes with everything in addition to the code that the answers depend on (rules, data, settings): part of every cache key. */
  readonly version: string;
  readonly rules: readonly RuleDescription[];
  /** Some of the rules, in the same order, where an engine can give them without reading all. */
  describe?(ids: ReadonlySet<string>): readonly RuleDescription[];
  /** The age of data that the engine checks by in addition to its rules (ISO 8601); part of every result. */
  readonly dataDate?: string;
  /** It looks at syntax trees; where no engine does, no parser is loaded. */
  readonly readsTrees?: boolean;
  /** Whether it also looks at this file where it is no text; without this it never does. */
  readsBinary?(path: string, bytes: Uint8Array): boolean;
  /** Decided before content is read. A file that no engine wants is not read. */
  wants(path: string, sizeBytes: number): boolean;
  /** Whether the content may make this engine look at a file that it does not want by its name; then the file is given to it. */
  mayWant?(path: string, sizeBytes: number): boolean;
  /**
   * Loads what these files need in addition to the engine itself, such as the reader of their language. Awaited before they are analysed, and
   * before the conclusion with all that gave facts, so that nobody pays for what a repository does not hold.
   */
  prepare?(paths: readonly string[]): Promise<void>;
  /** Looks at one file. Bounded in steps, never throws for anything that a file can contain. */
  analyse(file: SourceFile, tools: EngineTools): FileAnalysis<Facts>;
  /** Facts that were read back, as they are kept until the second step: the same, in less memory. */
  kept?(facts: Facts): Facts;
  /** The second step, over what all files gave, sorted by path. */
  conclude?(
    facts: ReadonlyArray<{ path: string; facts: Facts }>,
    tools: EngineTools,
    imports?: ImportTables,
  ): Conclusion;
}
