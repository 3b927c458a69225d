/** What a text can be flagged for. */
export const flagKinds = ['secrets', 'instructions', 'hidden', 'pii'] as const;
export type FlagKind = (typeof flagKinds)[number];

/** A part of a text that should not be in a memory, in UTF-16 units, end exclusive. */
export interface ContentFlag {
  kind: FlagKind;
  /** Such as `github-token`; it never holds a part of the text. */
  ruleId: string;
  start: number;
  end: number;
}

/**
 * Looks at a text before it is stored. The result depends on the text alone, and the time is bounded by its length. Flags are in the order of their
 * place; flags of one kind do not overlap.
 */
export interface ContentGuard {
  inspect(text: string, kinds: ReadonlySet<FlagKind>): readonly ContentFlag[];
}
