import { useId, useState } from 'preact/hooks';
import type { Namespace, NamespacePage } from '../../../clients/typescript/src/types.ts';
import { useLoad } from '../api/load.ts';
import { request } from '../api/request.ts';
import { formatNumber } from './format.ts';

interface Choice {
  value: string;
  onChange(name: string): void;
}

/** Which namespace: a list where they are few, and a name with suggestions where they are many. */
export function NamespaceChoice({
  namespaces,
  more,
  ...choice
}: Choice & { namespaces: readonly Namespace[]; more: boolean }) {
  return more ? <NamedOne {...choice} /> : <OneOfFew {...choice} namespaces={namespaces} />;
}

function OneOfFew({ namespaces, value, onChange }: Choice & { namespaces: readonly Namespace[] }) {
  return (
    <label class="field">
      <span>Namespace</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {namespaces.map(({ name, entries }) => (
          <option key={name} value={name}>
            {name} ({formatNumber(entries)})
          </option>
        ))}
        {!namespaces.some(({ name }) => name === value) && <option>{value}</option>}
      </select>
    </label>
  );
}

function NamedOne({ value, onChange }: Choice) {
  // What somebody types stays, also where the page chooses a namespace meanwhile.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const names = useId();
  const suggestions = useLoad(
    (signal) =>
      request<NamespacePage>('GET', '/v1/memory/namespaces', { query: { prefix: text, limit: 50 }, signal }),
    [text],
  );
  return (
    <label class="field">
      <span>Namespace</span>
      <input
        list={names}
        value={text}
        maxLength={256}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => {
          if (!event.currentTarget.value) return;
          onChange(event.currentTarget.value);
          setTyped(undefined);
        }}
      />
      <datalist id={names}>
        {suggestions.data?.items.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
