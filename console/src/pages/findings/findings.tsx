import { useEffect, useState } from 'preact/hooks';
import { may } from '../../api/session.ts';
import type { PageProps } from '../../shell/pages.ts';
import { ask, href } from '../../shell/router.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { counted } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { AskInWords } from './ask-in-words.tsx';
import type { Proposal } from './decision.ts';
import { FindingDetail } from './finding-detail.tsx';
import { FindingFilters } from './finding-filters.tsx';
import { FindingGroups } from './finding-groups.tsx';
import { FindingList } from './finding-list.tsx';
import { Keys } from './keys.tsx';
import { TriageDialog } from './triage-dialog.tsx';
import { type DecidedBatch, UndoNotice } from './undo-notice.tsx';
import { useFindings } from './use-findings.ts';
import { useFoundInWords } from './use-found-in-words.ts';
import { useTriageKeys } from './use-triage-keys.ts';
import './findings.css';

const names = ['scanId', 'repoUrl', 'severity', 'engine', 'status', 'ruleId', 'file', 'q', 'group'] as const;

export default function Findings({ query }: PageProps) {
  const asked = Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined]));
  const status = query.has('status') ? asked['status'] : 'open';
  const words = query.get('words') ?? '';
  const listed = useFindings({ ...asked, status: status === 'all' ? undefined : status }, words === '');
  const inWords = useFoundInWords(words, asked);
  const found = words ? inWords : listed;
  const [current, setCurrent] = useState(0);
  const [deciding, setDeciding] = useState<Proposal>();
  const [batch, setBatch] = useState<DecidedBatch>();
  const chosen = found.items[current];
  useEffect(() => setCurrent(0), [query.toString()]);
  const move = (index: number) => setCurrent(Math.max(0, Math.min(found.items.length - 1, index)));
  useTriageKeys({
    active: deciding === undefined && (words !== '' || !asked['group']),
    next: () => move(current + 1),
    previous: () => move(current - 1),
    decide: (decision) => chosen && may('scan:write') && setDeciding({ status: decision }),
  });
  return (
    <>
      <PageHead
        title="Findings"
        note={
          words ? (
            'open ones of all repositories that fit the question, the best first'
          ) : asked['scanId'] ? (
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
            {counted(found.total, 'finding')}
          </span>
        )}
      </PageHead>
      <AskInWords words={words} />
      <FindingFilters asked={{ ...asked, status }} facets={listed.facets} inWords={words !== ''} />
      {batch && (
        <UndoNotice
          key={batch.batchId}
          batch={batch}
          onGone={(undone) => {
            setBatch(undefined);
            if (undone) found.reload();
          }}
        />
      )}
      {found.truncated && (
        <p class="notice warn">
          There are more repositories than one list looks at; open one scan to see its findings.
        </p>
      )}
      {found.error && <Failure error={found.error} retry={found.reload} />}
      {asked['group'] && !words && found.groups.length > 0 ? (
        <FindingGroups
          by={asked['group']}
          groups={found.groups}
          onMore={found.more ? found.next : undefined}
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
            <Empty title={words ? 'No open finding fits' : 'Nothing to decide here'}>
              <p class="quiet">
                {words
                  ? 'Ask in other words. Findings of medium severity and above are looked at, in the newest scan of each repository.'
                  : 'No finding matches. Change the filters, or start a scan: what it finds appears here.'}
              </p>
            </Empty>
          </section>
        )
      )}
      <Keys />
      {deciding && chosen && (
        <TriageDialog
          row={chosen}
          proposal={deciding}
          onClose={() => setDeciding(undefined)}
          onDecided={(ids, batchId) => {
            found.decide(ids, deciding.status);
            setBatch(batchId === undefined ? undefined : { batchId, count: ids.length });
            setDeciding(undefined);
            move(current + 1);
          }}
        />
      )}
    </>
  );
}
