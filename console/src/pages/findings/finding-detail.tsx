import type { FindingRow, TriagedFinding } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { may } from '../../api/session.ts';
import { href } from '../../shell/router.ts';
import { formatMoment } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SeverityBadge } from '../../ui/severity.tsx';
import { SnippetView } from '../../ui/snippet-view.tsx';
import { WebLinks } from '../../ui/web-links.tsx';
import { DataFlow } from './data-flow.tsx';
import { type Decision, decisionNames, type Proposal } from './decision.ts';
import { FixView } from './fix-view.tsx';
import { markedLines } from './marked-lines.ts';
import { PackageView } from './package-view.tsx';
import { SeenIn } from './seen-in.tsx';
import { SimilarDecisions } from './similar-decisions.tsx';

/** Everything about one finding: what, where, how the data gets there, how to fix it, what was decided. */
export function FindingDetail({ row, onDecide }: { row: FindingRow; onDecide(proposal: Proposal): void }) {
  const load = useLoad(
    (signal) => request<TriagedFinding>('GET', `/v1/security/findings/${row.id}`, { signal }),
    [row.id, row.status],
  );
  return (
    <section class="card triage-detail" aria-label="The finding">
      <div class="stack">
        <div class="row">
          <SeverityBadge severity={row.severity} />
          <span class="badge">{row.confidence} confidence</span>
          <span class="badge">{row.engine}</span>
          {row.status !== 'open' && <span class="badge good">{decisionNames[row.status]}</span>}
        </div>
        <h2 class="break">{row.title}</h2>
        <p class="mono small break">
          {row.file}:{row.line}
        </p>
      </div>
      {may('scan:write') && <Decide status={row.status} onDecide={(status) => onDecide({ status })} />}
      <Loaded load={load} what="Fetching the finding">
        {(data) => <Body data={data} onDecide={onDecide} />}
      </Loaded>
    </section>
  );
}

function Decide({ status, onDecide }: { status: string; onDecide(decision: Decision): void }) {
  if (status === 'suppressed') return null;
  return (
    <div class="row">
      {status !== 'false_positive' && (
        <button type="button" class="button" onClick={() => onDecide('false_positive')}>
          False positive
        </button>
      )}
      {status !== 'accepted_risk' && (
        <button type="button" class="button" onClick={() => onDecide('accepted_risk')}>
          Accept the risk
        </button>
      )}
      {status !== 'open' && (
        <button type="button" class="button" onClick={() => onDecide('open')}>
          Open again
        </button>
      )}
    </div>
  );
}

function Body({
  data: { finding, triage, similar },
  onDecide,
}: {
  data: TriagedFinding;
  onDecide(proposal: Proposal): void;
}) {
  const { trace = [], snippet, fix } = finding;
  return (
    <>
      <p class="break">{finding.description}</p>
      {triage.status === 'open' && <SimilarDecisions similar={similar} onDecide={onDecide} />}
      {trace.length > 0 ? (
        <DataFlow finding={finding} />
      ) : (
        snippet && <SnippetView snippet={snippet} file={finding.file} marked={markedLines(finding)} />
      )}
      {finding.package && <PackageView details={finding.package} />}
      {finding.secret && (
        <dl class="facts">
          <dt>Credential of</dt>
          <dd>{finding.secret.provider}</dd>
          <dt>Value</dt>
          <dd class="mono">{finding.secret.redacted}</dd>
          <dt>Validity</dt>
          <dd>{finding.secret.validity}</dd>
        </dl>
      )}
      {(finding.suggestion || fix) && (
        <div class="stack">
          <h3>How to fix it</h3>
          {finding.suggestion && <p class="break">{finding.suggestion}</p>}
          {fix && <FixView fix={fix} snippet={snippet} file={finding.file} />}
        </div>
      )}
      <History finding={finding} triage={triage} />
      <dl class="facts">
        <dt>Rule</dt>
        <dd class="mono">
          <a href={href(['rules', finding.ruleId])}>{finding.ruleId}</a>
        </dd>
        {finding.cwe.length > 0 && (
          <>
            <dt>Weakness</dt>
            <dd>{[...finding.cwe, ...(finding.owasp ?? [])].join(', ')}</dd>
          </>
        )}
        <dt>Id</dt>
        <dd class="mono">{finding.id}</dd>
      </dl>
      <WebLinks links={finding.references ?? []} />
    </>
  );
}

function History({ finding, triage }: Pick<TriagedFinding, 'finding' | 'triage'>) {
  return (
    <div class="stack tight">
      <h3>History</h3>
      {triage.updatedAt && (
        <p class="break">
          {decisionNames[triage.status]} since {formatMoment(triage.updatedAt)}
          {triage.reason && <>: “{triage.reason}”</>}
          {triage.expiresAt && `, until ${formatMoment(triage.expiresAt)}`}
          {triage.updatedBy && (
            <span class="quiet">
              {' '}
              by <span class="mono">{triage.updatedBy}</span>
            </span>
          )}
        </p>
      )}
      {finding.suppression && finding.suppression.source !== 'api' && (
        <p class="break">
          suppressed in the repository ({finding.suppression.source}): “{finding.suppression.reason}”
        </p>
      )}
      {finding.commit && (
        <p>
          introduced in <span class="mono">{finding.commit.slice(0, 12)}</span>
          {finding.authorDate && `, ${formatMoment(finding.authorDate)}`}
          {finding.inTree === false && ', and no longer in the files'}
        </p>
      )}
      <SeenIn findingId={finding.id} />
    </div>
  );
}
