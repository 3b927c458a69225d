import type { JsonObject } from '../../kernel/json.ts';
import type { ContentFlag } from './content-guard.ts';

/** A flag of a stored entry. */
export interface EntryFlag extends ContentFlag {
  /** A JSON Pointer into the entry, such as `/metadata/token`; absent for the content. */
  path?: string | undefined;
  /** `flagged` where the text is stored as it was written. Positions are those of the stored text. */
  action: 'flagged' | 'redacted' | 'stripped';
}

export const sourceKinds = ['user', 'agent', 'tool', 'scan', 'web'] as const;

/** Where an entry comes from, as its writer says. */
export interface EntrySource {
  kind: (typeof sourceKinds)[number];
  /** How far it can be trusted, 0 to 1. */
  trust: number;
}

/** What is known about an entry beyond what its writer wants to tell. */
export interface EntryMarks {
  flags?: readonly EntryFlag[];
  source?: EntrySource;
}

/** Below this, what an entry says is marked as untrusted in a context. */
const trusted = 0.5;

const trustOf: Record<EntrySource['kind'], number> = { user: 1, agent: 0.7, tool: 0.5, scan: 0.5, web: 0.2 };

/** The source with the trust that its kind has where the writer does not state it. */
export function sourceOf({
  kind,
  trust = trustOf[kind],
}: {
  kind: EntrySource['kind'];
  trust?: number | undefined;
}): EntrySource {
  return { kind, trust };
}

/** Whether a prompt should say that this text must not be obeyed: something in it was flagged and is still there, or its source is not trusted. */
export function isUntrusted({ flags = [], source }: EntryMarks): boolean {
  return flags.some(({ action }) => action === 'flagged') || (source !== undefined && source.trust < trusted);
}

/** The marks as filters see them: `/flags/kind`, `/flags/ruleId` and `/flags/action` are lists without repetition. */
export function marksDocument({ flags = [], source }: EntryMarks): {
  flags?: JsonObject;
  source?: JsonObject;
} {
  if (flags.length === 0 && !source) return {};
  const listOf = (name: 'kind' | 'ruleId' | 'action'): string[] => [
    ...new Set(flags.map((flag) => flag[name])),
  ];
  return {
    ...(flags.length > 0 && {
      flags: { kind: listOf('kind'), ruleId: listOf('ruleId'), action: listOf('action') },
    }),
    ...(source && { source: { kind: source.kind, trust: source.trust } }),
  };
}
