/**
 * What users add to the rules for code, checked and translated: plain data, because it crosses a process boundary. `rules` is by the folder of the
 * language, each as the code engine's rule files are.
 */
export interface CodeRulePack {
  readonly name: string;
  /** Of all that the pack says: part of every cache key, and of the report. */
  readonly digest: string;
  readonly rules: Readonly<Record<string, readonly object[]>>;
}
