/** What the analysis may use; the ablation benchmark turns abilities off to show what each is worth. */
export interface Abilities {
  /** Constant conditions prune branches. */
  constants: boolean;
  /** Lists, maps and objects are known by their parts. */
  shapes: boolean;
  /** Functions are followed at all; without this, a call hands on whatever goes in. */
  calls: boolean;
  /** Functions of other files are followed, too. */
  crossFile: boolean;
  /** Functions are run again where they are called, and loops until nothing changes. */
  repeats: boolean;
}

export const allAbilities: Abilities = {
  constants: true,
  shapes: true,
  calls: true,
  crossFile: true,
  repeats: true,
};

/** Steps, never seconds: the same file gives the same findings on every machine. */
export interface Budgets {
  perFunction: number;
  perFile: number;
}

export const defaultBudgets: Budgets = { perFunction: 40_000, perFile: 1_500_000 };
