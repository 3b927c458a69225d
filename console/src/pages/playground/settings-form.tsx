import type { SearchEntriesBody } from '../../../../clients/typescript/src/types.ts';

export interface Settings {
  mode: NonNullable<SearchEntriesBody['mode']>;
  limit: number;
  minScore: number;
  hideSuperseded: boolean;
  rerank: boolean;
}

export const usualSettings: Settings = {
  mode: 'blended',
  limit: 10,
  minScore: 0,
  hideSuperseded: false,
  rerank: false,
};

const modes = [
  ['blended', 'meaning and words'],
  ['dense', 'meaning alone'],
  ['lexical', 'words alone'],
] as const;

/** How a search is made. */
export function SettingsForm({
  name,
  settings,
  onChange,
}: {
  /** Tells two of them apart. */
  name: string;
  settings: Settings;
  onChange(settings: Settings): void;
}) {
  const change = (part: Partial<Settings>) => onChange({ ...settings, ...part });
  return (
    <fieldset class="row far">
      <legend class={name ? 'legend' : 'unseen'}>Settings {name}</legend>
      <label class="field">
        <span>Rank by</span>
        <select
          value={settings.mode}
          onChange={(event) => change({ mode: event.currentTarget.value as Settings['mode'] })}
        >
          {modes.map(([mode, text]) => (
            <option key={mode} value={mode}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label class="field narrow">
        <span>Most results</span>
        <input
          type="number"
          min={1}
          max={100}
          value={settings.limit}
          onChange={(event) => change({ limit: bounded(event.currentTarget.valueAsNumber) })}
        />
      </label>
      <label class="field">
        <span>Lowest score: {settings.minScore.toFixed(2)}</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={settings.minScore}
          onChange={(event) => change({ minScore: event.currentTarget.valueAsNumber })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.hideSuperseded}
          onChange={(event) => change({ hideSuperseded: event.currentTarget.checked })}
        />
        Hide what newer entries replace
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.rerank}
          onChange={(event) => change({ rerank: event.currentTarget.checked })}
        />
        Re-rank
      </label>
    </fieldset>
  );
}

function bounded(limit: number): number {
  return Number.isNaN(limit) ? usualSettings.limit : Math.max(1, Math.min(100, Math.round(limit)));
}
