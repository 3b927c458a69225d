/** A part of an engine's work that can fail alone. */
export interface EnginePart {
  path: string;
  /** The id of the rule that is evaluated. */
  rule?: string;
}

/**
 * Does one part of the work. Where it throws, that part is lost and nothing else: the crash is logged, counted and listed in the coverage
 * of the scan, and the result is undefined.
 */
export type Attempt = <Result>(part: EnginePart, work: () => Result) => Result | undefined;

/** Where nobody guards, as in tests and benchmarks, what is thrown goes through. */
export const unguarded: Attempt = (_part, work) => work();

export function attemptOf(tools: { readonly attempt?: Attempt } | undefined): Attempt {
  return tools?.attempt ?? unguarded;
}
