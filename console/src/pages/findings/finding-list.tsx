import { repositoryName } from '../../ui/repository-name.ts';
import { SeverityBadge } from '../../ui/severity.tsx';
import { shorten } from '../../ui/shorten.ts';
import { WindowedList } from '../../ui/windowed-list.tsx';
import { decisionNames } from './decision.ts';
import type { FoundFindings } from './use-findings.ts';

const rowHeight = 68;

export function FindingList({
  found,
  current,
  onMove,
  showRepository,
}: {
  found: FoundFindings;
  current: number;
  onMove(index: number): void;
  showRepository: boolean;
}) {
  return (
    <section class="card flush triage-list">
      <WindowedList
        label="Findings"
        items={found.items}
        rowHeight={rowHeight}
        current={current}
        onMove={onMove}
        onNearEnd={found.next}
        keyOf={({ scanId, id }) => scanId + id}
      >
        {(row) => (
          <div class="finding-row">
            <div class="finding-title">
              <SeverityBadge severity={row.severity} />
              <strong>{shorten(row.title, 160)}</strong>
              {row.status !== 'open' && <span class="badge">{decisionNames[row.status]}</span>}
              {row.baselineState === 'new' && <span class="badge accent">new</span>}
              {row.status === 'open' && row.seenBefore > 0 && (
                <span class="badge accent">decided before</span>
              )}
            </div>
            <div class="finding-place small quiet">
              <span class="mono">
                {shorten(row.file, 200)}:{row.line}
              </span>
              {showRepository && <span> in {shorten(repositoryName(row.repoUrl), 80)}</span>}
            </div>
          </div>
        )}
      </WindowedList>
    </section>
  );
}
