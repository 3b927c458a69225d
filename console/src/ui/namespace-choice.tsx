import type { Namespace } from '../../../clients/typescript/src/types.ts';
import { formatNumber } from './format.ts';

export function NamespaceChoice({
  namespaces,
  value,
  onChange,
}: {
  namespaces: readonly Namespace[];
  value: string;
  onChange(name: string): void;
}) {
  return (
    <label class="field">
      <span>Namespace</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {namespaces.map(({ name, entries }) => (
          <option key={name} value={name}>
            {name} ({formatNumber(entries)})
          </option>
        ))}
      </select>
    </label>
  );
}
