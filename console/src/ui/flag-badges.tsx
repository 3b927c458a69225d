import type { EntryFlag } from '../../../clients/typescript/src/types.ts';

export const flagNames: Record<EntryFlag['kind'], string> = {
  secrets: 'credential',
  instructions: 'instruction',
  hidden: 'hidden characters',
  pii: 'personal data',
};

/** What the guard found in an entry, each kind once. What is still in the text is a warning; what was taken out is not. */
export function FlagBadges({ flags }: { flags: readonly EntryFlag[] | undefined }) {
  if (!flags) return null;
  const kinds = new Map<string, EntryFlag>();
  for (const flag of flags) {
    const known = kinds.get(flag.kind);
    if (!known || flag.action === 'flagged') kinds.set(flag.kind, flag);
  }
  return (
    <span class="row">
      {[...kinds.values()].map(({ kind, action }) => (
        <span key={kind} class={action === 'flagged' ? 'badge medium' : 'badge'}>
          {flagNames[kind]}
          {action !== 'flagged' && ` ${action}`}
        </span>
      ))}
    </span>
  );
}
