import type { Form } from './forms.ts';

/**
 * What a language tells the generator of labelled variants: how data comes in, how it may be carried about, and where it does harm. The
 * generator combines these forms (see `forms.ts`); a folder holds those of one language.
 */
export interface Emitter {
  /** As the parser calls it; also the folder of the variants. */
  readonly language: string;
  /** A text as a literal. */
  readonly quote: (text: string) => string;
  /** A fresh name as the language wants it; as it is where this is absent. */
  readonly variable?: (name: string) => string;
  /** Statements that put untrusted text into `§out`. */
  readonly sources: readonly Form[];
  /** Ways to put `§before` and `§after` around `§in`, giving `§out`. */
  readonly builds: readonly Form[];
  /** Ways that data takes from `§in` to `§out` and stays dangerous. */
  readonly flows: readonly Form[];
  /** Ways after which `§out` cannot be chosen freely from outside. */
  readonly safeFlows: readonly Form[];
  /** Statements that have nothing to do with it; `§filler` is a name. */
  readonly fillers: readonly Form[];
  readonly classes: Partial<Record<VariantClass, ClassForms>>;
  /** A function around the dangerous statements, and the statement that calls it; `elsewhere` when it stands in another file. */
  helper(name: string, parameter: string, body: readonly string[]): string[];
  callHelper(name: string, value: string, elsewhere: boolean): string[];
  /** The finished files of one variant; the first holds the entry point, the last what stands elsewhere. */
  assemble(program: Program): VariantFile[];
}

export interface ClassForms {
  /** Uses of `§in` that do harm. With `-- text`, the value stands between fixed texts, otherwise it is used as it is. */
  readonly sinks: readonly Form[];
  /** Uses of `§in`, which is untrusted, that do no harm: cleaned, bound as a parameter, kept inside a folder. */
  readonly safe: readonly Form[];
}

export type VariantClass = keyof typeof variantClasses;

/** The classes as the quality benchmark names them, with the CWEs that a finding of the class may carry. */
export const variantClasses = {
  'sql-injection': [89, 564],
  'nosql-injection': [943],
  'command-injection': [77, 78, 88],
  'code-injection': [94, 95, 96, 470, 917],
  ssti: [1336],
  xss: [79, 80, 83, 116],
  'path-traversal': [22, 23, 24, 35, 36, 73, 98],
  'ldap-injection': [90],
  'xpath-injection': [643],
  ssrf: [918],
  'open-redirect': [601],
  deserialization: [502],
  'trust-boundary': [501],
  'weak-hash': [328, 759, 760, 916],
  'weak-crypto': [320, 323, 325, 326, 327, 329, 347, 780, 1204],
  'weak-random': [330, 331, 332, 335, 336, 337, 338, 340],
  'insecure-cookie': [614, 1004, 1275, 539],
  'format-string': [134],
  'memory-safety': [119, 120, 121, 122, 125, 131, 190, 242, 415, 416, 680, 787],
} as const satisfies Record<string, readonly number[]>;

export interface Program {
  /** Unique within a class; a good part of type names. */
  readonly id: string;
  readonly body: readonly string[];
  readonly imports: readonly string[];
  readonly members: readonly string[];
  /** What stands in another file; empty where there is none. */
  readonly other: readonly string[];
  readonly otherImports: readonly string[];
}

export interface VariantFile {
  readonly name: string;
  readonly text: string;
}

export function indent(lines: readonly string[], by: string): string {
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => (line === '' ? '' : `${by}${line}`))
    .join('\n');
}
