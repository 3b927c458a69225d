import type { SinkFact } from '../facts.ts';

/** What rules say about a member of a library, for the linker, which finds out late that an object is one of a library. */
export interface KnownMember {
  readonly source: { readonly kind: string; readonly title: string; readonly mask: number } | undefined;
  /** Arguments that do harm, wherever the call is. */
  readonly sinks: ReadonlyArray<{ readonly arg: number; readonly sink: SinkTemplate }>;
}

/** A sink without its place. */
export type SinkTemplate = Pick<SinkFact, 'rule' | 'label' | 'kinds' | 'severity'>;

/** By language and qualified name, calls as segments of their own. */
export type KnownMembers = (language: string, name: readonly string[]) => KnownMember | undefined;
