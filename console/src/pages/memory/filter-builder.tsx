import { useId, useState } from 'preact/hooks';
import type { Filter } from '../../../../clients/typescript/src/types.ts';
import { filterOf, type Operator, operators, ownFields, type Row } from './filter.ts';

const blank: Row = { field: '', op: 'eq', value: '' };

/** Conditions on metadata and times, joined by all or any. */
export function FilterBuilder({
  keys,
  onChange,
}: {
  /** Keys of the metadata that were seen, to choose from. */
  keys: readonly string[];
  onChange(filter: Filter | undefined): void;
}) {
  const [rows, setRows] = useState<readonly Row[]>([blank]);
  const [join, setJoin] = useState<'and' | 'or'>('and');
  const names = useId();
  const change = (i: number, part: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === i ? { ...row, ...part } : row)));
  const apply = (next: readonly Row[]) => {
    setRows(next);
    onChange(filterOf(next, join));
  };
  return (
    <form
      class="stack"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        apply(rows);
      }}
    >
      <datalist id={names}>
        {[...keys, ...ownFields].map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {rows.map((row, i) => (
        <div class="filter-row" key={i}>
          <input
            aria-label="Field"
            list={names}
            placeholder="field"
            value={row.field}
            onInput={(event) => change(i, { field: event.currentTarget.value })}
          />
          <select
            aria-label="Comparison"
            value={row.op}
            onChange={(event) => change(i, { op: event.currentTarget.value as Operator })}
          >
            {operators.map(([op, text]) => (
              <option key={op} value={op}>
                {text}
              </option>
            ))}
          </select>
          <input
            aria-label="Value"
            placeholder={row.op === 'exists' ? 'true' : row.op.endsWith('in') ? 'a, b, c' : 'value'}
            value={row.value}
            onInput={(event) => change(i, { value: event.currentTarget.value })}
          />
          <button
            type="button"
            class="button compact"
            aria-label="Remove this condition"
            onClick={() => apply(rows.length === 1 ? [blank] : rows.filter((_, at) => at !== i))}
          >
            ×
          </button>
        </div>
      ))}
      <div class="row">
        <button type="submit" class="button">
          Apply
        </button>
        <button type="button" class="button plain" onClick={() => setRows([...rows, blank])}>
          Add a condition
        </button>
        {rows.length > 1 && (
          <label class="check">
            <span>Match</span>
            <select
              value={join}
              onChange={(event) => setJoin(event.currentTarget.value as typeof join)}
              aria-label="Match"
            >
              <option value="and">all</option>
              <option value="or">any</option>
            </select>
          </label>
        )}
      </div>
    </form>
  );
}
