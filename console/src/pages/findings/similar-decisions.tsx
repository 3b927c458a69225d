import type { TriagedFinding } from '../../../../clients/typescript/src/types.ts';
import { may } from '../../api/session.ts';
import { Ago } from '../../ui/ago.tsx';
import { repositoryName } from '../../ui/repository-name.ts';
import { decisionNames, type Proposal } from './decision.ts';

/** What was decided about findings that look like this one, and why; to be decided the same way with one more step. */
export function SimilarDecisions({
  similar,
  onDecide,
}: {
  similar: TriagedFinding['similar'];
  onDecide(proposal: Proposal): void;
}) {
  if (similar.length === 0) return null;
  return (
    <section class="stack" aria-label="Decided before">
      <h3>Decided before</h3>
      <ul class="line-list">
        {similar.map(({ findingId, repo, status, reason, decidedAt, score }) => (
          <li key={findingId}>
            <div class="row spread">
              <span class="row">
                <span class="badge good">{decisionNames[status]}</span>
                <span class="small quiet number">{Math.round(100 * score)} % alike</span>
              </span>
              {may('scan:write') && (
                <button type="button" class="button compact" onClick={() => onDecide({ status, reason })}>
                  Decide the same
                </button>
              )}
            </div>
            <p class="break">“{reason}”</p>
            <p class="small quiet break">
              {repositoryName(repo)}, <Ago time={decidedAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
