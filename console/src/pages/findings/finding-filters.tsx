import type { FindingFacets } from '../../../../clients/typescript/src/types.ts';
import { ask } from '../../shell/router.ts';
import { formatNumber } from '../../ui/format.ts';
import { severities } from '../../ui/severity.tsx';

type Asked = Record<string, string | undefined>;

/** Severities as buttons with their counts, the rest as choices. All of it is in the address, so that a link shows the same. */
export function FindingFilters({
  asked,
  facets,
  inWords,
}: {
  asked: Asked;
  facets: FindingFacets | undefined;
  /** A question in words is answered, which only severity and engine narrow. */
  inWords: boolean;
}) {
  const chosen = new Set(asked['severity']?.split(','));
  const toggle = (severity: string) => {
    if (!chosen.delete(severity)) chosen.add(severity);
    ask({ severity: severities.filter((one) => chosen.has(one)).join(',') });
  };
  const narrowed = ['ruleId', 'file'].filter((name) => asked[name]);
  return (
    <form
      class="stack"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        ask({ q: String(new FormData(event.currentTarget as HTMLFormElement).get('q')).trim() });
      }}
    >
      <fieldset class="row">
        <legend class="unseen">Severity</legend>
        {severities.map((severity) => (
          <button
            type="button"
            class="button"
            key={severity}
            aria-pressed={chosen.has(severity)}
            onClick={() => toggle(severity)}
          >
            <span class={`dot ${severity}`} aria-hidden="true" />
            {severity}
            {!inWords && <span class="quiet number">{formatNumber(facets?.severity[severity] ?? 0)}</span>}
          </button>
        ))}
      </fieldset>
      <div class="row filters">
        {!inWords && (
          <Choice
            name="Status"
            value={asked['status'] ?? 'all'}
            options={['open', 'false_positive', 'accepted_risk', 'suppressed']}
            counts={facets?.status}
            any="all"
            onChange={(status) => ask({ status })}
          />
        )}
        <Choice
          name="Engine"
          value={asked['engine'] ?? ''}
          options={['code', 'secrets', 'dependencies', 'infrastructure', 'supply-chain']}
          counts={facets?.engine}
          any=""
          onChange={(engine) => ask({ engine })}
        />
        {!inWords && (
          <>
            <Choice
              name="Group by"
              value={asked['group'] ?? ''}
              options={['rule', 'file']}
              counts={undefined}
              any=""
              onChange={(group) => ask({ group })}
            />
            <label class="field grow">
              <span>Text</span>
              <input
                type="search"
                name="q"
                defaultValue={asked['q'] ?? ''}
                placeholder="in the title, file or rule (Enter applies it)"
              />
            </label>
          </>
        )}
      </div>
      {narrowed.length > 0 && (
        <div class="row small">
          {narrowed.map((name) => (
            <button
              type="button"
              class="button compact"
              key={name}
              onClick={() => ask({ [name]: undefined })}
            >
              {name === 'file' ? 'file' : 'rule'} <span class="mono">{asked[name]}</span> ×
              <span class="unseen">remove</span>
            </button>
          ))}
        </div>
      )}
    </form>
  );
}

function Choice({
  name,
  value,
  options,
  counts,
  any,
  onChange,
}: {
  name: string;
  value: string;
  options: readonly string[];
  counts: Record<string, number> | undefined;
  /** The value that stands for all of them. */
  any: string;
  onChange(value: string): void;
}) {
  return (
    <label class="field">
      <span>{name}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value={any}>{name === 'Group by' ? 'nothing' : 'any'}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option.replaceAll('_', ' ')}
            {counts ? ` (${formatNumber(counts[option] ?? 0)})` : ''}
          </option>
        ))}
      </select>
    </label>
  );
}
