import { useEffect, useState } from 'preact/hooks';
import { may } from '../../api/session.ts';
import type { PageProps } from '../../shell/pages.ts';
import { ask, href } from '../../shell/router.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { counted } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { FindingFilters } from './finding-filters.tsx';
import { FindingGroups } from './finding-groups.tsx';
import { FindingList } from './finding-list.tsx';
import { Keys } from './keys.tsx';
import { type Decision, TriageDialog } from './triage-dialog.tsx';
import { useFindings } from './use-findings.ts';
import { useTriageKeys } from './use-triage-keys.ts';
import './findings.css';

const names = ['scanId', 'repoUrl', 'severity', 'engine', 'status', 'ruleId', 'file', 'q', 'group'] as const;

export default function Findings({ query }: PageProps) {
  const asked = Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined]));
  const status = query.has('status') ? asked['status'] : 'open';
  const found = useFindings({ ...asked, status: status === 'all' ? undefined : status });
  const [current, setCurrent] = useState(0);
  const [deciding, setDeciding] = useState<Decision>();
  const chosen = found.items[current];
  useEffect(() => setCurrent(0), [query.toString()]);
  const move = (index: number) => setCurrent(Math.max(0, Math.min(found.items.length - 1, index)));
  useTriageKeys({
    active: deciding === undefined && !asked['group'],
    next: () => move(current + 1),
    previous: () => move(current - 1),
    decide: (decision) => chosen && may('scan:write') && setDeciding(decision),
  });
  return (
    <>
      <PageHead
        title="Findings"
        note={
          asked['scanId'] ? (
            <>
              of <a href={href(['scans', asked['scanId']])}>one scan</a>
            </>
          ) : (
            'of the newest scan of each repository'
          )
        }
      >
        {found.total > 0 && (
          <span class="quiet" role="status">
            {asked['group'] ? counted(found.total, 'group') : counted(found.total, 'finding')}
          </span>
        )}
      </PageHead>
      <FindingFilters asked={{ ...asked, status }} facets={found.facets} />
      {found.truncated && (
        <p class="notice warn">
          There are more repositories than one list looks at; open one scan to see its findings.
        </p>
      )}
      {found.error && <Failure error={found.error} retry={found.reload} />}
      {asked['group'] && found.groups.length > 0 ? (
        <FindingGroups
          by={asked['group']}
          groups={found.groups}
          onMore={found.groups.length < found.total ? found.next : undefined}
          onChoose={(key) => ask({ group: undefined, [asked['group'] === 'file' ? 'file' : 'ruleId']: key })}
        />
      ) : found.items.length > 0 ? (
        <div class="triage">
          <FindingList
            found={found}
            current={current}
            onMove={move}
            showRepository={asked['scanId'] === undefined}
          />
          {chosen && <FindingDetail row={chosen} onDecide={setDeciding} key={chosen.id} />}
        </div>
      ) : found.busy ? (
        <Waiting what="Fetching findings" />
      ) : (
        !found.error && (
          <section class="card">
            <Empty title="Nothing to decide here">
              <p class="quiet">
                No finding matches. Change the filters, or start a scan: what it finds appears here.
              </p>
            </Empty>
          </section>
        )
      )}
      <Keys />
      {deciding && chosen && (
        <TriageDialog
          row={chosen}
          decision={deciding}
          onClose={() => setDeciding(undefined)}
          onDecided={(decided) => {
            found.decide(chosen.id, decided);
            setDeciding(undefined);
            move(current + 1);
          }}
        />
      )}
    </>
  );
}
