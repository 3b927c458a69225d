/** What can be the matter with what a repository says about its own scan. */
export const configProblemKinds = ['wrong_entry', 'no_reason', 'unknown_rule', 'expired', 'unused'] as const;
export type ConfigProblemKind = (typeof configProblemKinds)[number];

/** Something in `.lorekeep.yaml`, or a comment in a file, that does not do what its author meant. */
export interface ConfigProblem {
  file: string;
  line: number;
  kind: ConfigProblemKind;
  message: string;
}
