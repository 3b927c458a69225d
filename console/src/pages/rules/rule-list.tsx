import type { Rule } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { ask, href } from '../../shell/router.ts';
import { Empty } from '../../ui/empty.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { type Column, PagedTable } from '../../ui/paged-table.tsx';
import { SeverityBadge, severities } from '../../ui/severity.tsx';

const engines = ['code', 'secrets', 'dependencies', 'infrastructure', 'supply-chain'];

const columns: ReadonlyArray<Column<Rule>> = [
  {
    title: 'Rule',
    class: 'break',
    heading: true,
    cell: ({ id, title }) => (
      <>
        <a href={href(['rules', id])}>{title}</a>
        <p class="small quiet mono">{id}</p>
      </>
    ),
  },
  { title: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { title: 'Engine', class: 'wide-only quiet', cell: ({ engine }) => engine },
  { title: 'Languages', class: 'wide-only quiet', cell: ({ languages }) => languages.join(', ') },
  { title: 'Weakness', class: 'wide-only quiet', cell: ({ cwe }) => cwe.join(', ') },
];

export function RuleList({ query }: { query: URLSearchParams }) {
  const asked = {
    q: query.get('q') ?? '',
    engine: query.get('engine') ?? '',
    severity: query.get('severity') ?? '',
  };
  const list = usePageList<Rule>('/v1/security/rules', { ...asked, limit: 100 });
  return (
    <>
      <PageHead title="Rules" note="What scans look for, with examples of what matches and what does not." />
      <form
        class="row filters"
        aria-label="Filter"
        onSubmit={(event) => {
          event.preventDefault();
          ask({ q: String(new FormData(event.currentTarget as HTMLFormElement).get('q')).trim() });
        }}
      >
        <label class="field">
          <span>Engine</span>
          <select value={asked.engine} onChange={(event) => ask({ engine: event.currentTarget.value })}>
            <option value="">any</option>
            {engines.map((engine) => (
              <option key={engine}>{engine}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Severity</span>
          <select value={asked.severity} onChange={(event) => ask({ severity: event.currentTarget.value })}>
            <option value="">any</option>
            {severities.map((severity) => (
              <option key={severity}>{severity}</option>
            ))}
          </select>
        </label>
        <label class="field grow">
          <span>Text</span>
          <input
            type="search"
            name="q"
            defaultValue={asked.q}
            placeholder="in the id or title (Enter applies it)"
          />
        </label>
      </form>
      <PagedTable
        list={list}
        label="Rules"
        what={['rule', 'rules']}
        empty={
          <Empty title="No rule matches">
            <p class="quiet">Change the filters; without any, all rules are listed.</p>
          </Empty>
        }
        columns={columns}
        keyOf={({ id }) => id}
      />
    </>
  );
}
