import type { Filter } from '../../../../clients/typescript/src/types.ts';
import { flagNames } from '../../ui/flag-badges.tsx';

export type FlagFilter = '' | 'any' | keyof typeof flagNames;

/** Which entries by what the guard found in them. */
export function FlagChoice({ value, onChange }: { value: FlagFilter; onChange(value: FlagFilter): void }) {
  return (
    <label class="field flag-choice">
      <span>Flags</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as FlagFilter)}>
        <option value="">all entries</option>
        <option value="any">with any flag</option>
        {Object.entries(flagNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            with {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Both filters at once, where there are both. */
export function withFlags(filter: Filter | undefined, flags: FlagFilter): Filter | undefined {
  if (flags === '') return filter;
  const flagged: Filter =
    flags === 'any'
      ? { path: '/flags', op: 'exists', value: true }
      : { path: '/flags/kind', op: 'contains', value: flags };
  return filter ? { and: [filter, flagged] } : flagged;
}
