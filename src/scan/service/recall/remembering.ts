import type { HopelessClaim, JobClaim, JobQueue } from '../../../jobs/job-queue.ts';
import type { JobHandler } from '../../../jobs/job-worker.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { shapeOf } from '../../likeness/finding-shape.ts';
import { type Finding, severities } from '../../model/finding.ts';
import { pathKind } from '../../model/path-kind.ts';
import type { FindingListStore } from '../finding-list-store.ts';
import type { ScanStore } from '../store.ts';
import type { SeenFinding, StoredDecision, TriageStore } from '../triage-store.ts';
import type { DecisionMemory, KeptDecision } from './decision-memory.ts';
import type { FindingMemory, KeptFinding } from './finding-memory.ts';
import { decisionText, findingText } from './finding-text.ts';
import type { RememberPayload } from './remember-job.ts';

export interface RememberingOptions {
  queue: Pick<JobQueue, 'finish'>;
  triage: TriageStore;
  scans: Pick<ScanStore, 'findings'>;
  lists: Pick<FindingListStore, 'newestScans'>;
  decisions: DecisionMemory;
  findings: FindingMemory;
  /** Takes credentials out of a text. */
  mask(text: string): string;
  clock: Clock;
  onGivenUp(claim: JobClaim): void;
}

/** The worst so many findings of a repository can be asked for in words. */
const mostFindings = 1_000;
const batch = 32;
const leastSeverity = severities.indexOf('medium');

/**
 * Brings memory in line with what is stored. Every run looks at what holds now, so that runs can be repeated, come late or be cut off at any
 * point, and a run after the last change always leaves it right.
 */
export class Remembering implements JobHandler {
  readonly #options: RememberingOptions;

  constructor(options: RememberingOptions) {
    this.#options = options;
  }

  async run({ tenantId, payload }: JobClaim, signal: AbortSignal): Promise<'done'> {
    const asked = payload as RememberPayload;
    if ('repoUrl' in asked) await this.#repository(tenantId, asked.repoUrl, signal);
    else
      for (let i = 0; i < asked.findingIds.length; i += batch)
        await this.#decided(tenantId, asked.findingIds.slice(i, i + batch), signal);
    return 'done';
  }

  async giveUp(claim: JobClaim, _reason: HopelessClaim['reason']): Promise<void> {
    this.#options.onGivenUp(claim);
    await this.#options.queue.finish(claim);
  }

  async #repository(tenantId: string, repoUrl: string, signal: AbortSignal): Promise<void> {
    const { scans, triage, findings, clock } = this.#options;
    const known = await findings.ofRepository(tenantId, repoUrl);
    const scanId = await this.#newestScan(tenantId, repoUrl);
    const wanted = new Map<string, KeptFinding>();
    if (scanId !== undefined && findings.enabled) {
      const found = await scans.findings(scanId);
      const decided = new Set(
        (await triage.decisions(tenantId, clock.now())).map(({ findingId }) => findingId),
      );
      const open = [...found.findings, ...found.suppressedFindings].filter((one) => isOpen(one, decided));
      for (const finding of worst(open)) wanted.set(finding.id, this.#keptFinding(finding, repoUrl));
    }
    await findings.forget(
      tenantId,
      [...known.keys()].filter((id) => !wanted.has(id)),
    );
    const changed = [...wanted.values()].filter(({ findingId, text }) => known.get(findingId) !== text);
    for (let i = 0; i < changed.length; i += batch) {
      signal.throwIfAborted();
      await findings.keep(tenantId, changed.slice(i, i + batch), signal);
    }
  }

  async #decided(tenantId: string, ids: readonly string[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { triage, decisions, findings, clock } = this.#options;
    const seen = new Map((await triage.findFindings(tenantId, ids)).map((one) => [one.finding.id, one]));
    const stored = await triage.decisionsOf(tenantId, ids);
    const now = clock.now();
    const live = new Map(
      [...stored].filter(([, { expiresAt }]) => expiresAt === undefined || expiresAt > now),
    );
    const kept = [...live].flatMap(([id, decision]) => {
      const one = seen.get(id);
      return one ? [this.#keptDecision(one, decision)] : [];
    });
    for (const { findingId, repoUrl, decision } of kept)
      if (decision.repoUrl === undefined) await triage.noteRepository(tenantId, findingId, repoUrl);
    if (kept.length > 0) await decisions.keep(tenantId, kept, signal);
    await decisions.forget(
      tenantId,
      ids.filter((id) => !live.has(id)),
    );
    const decided = new Set(live.keys());
    const open: KeptFinding[] = [];
    if (findings.enabled)
      for (const { finding, repoUrl, scanId } of seen.values())
        if (isOpen(finding, decided) && scanId === (await this.#newestScan(tenantId, repoUrl)))
          open.push(this.#keptFinding(finding, repoUrl));
    const isKept = new Set(open.map(({ findingId }) => findingId));
    await findings.forget(
      tenantId,
      ids.filter((id) => !isKept.has(id)),
    );
    if (open.length > 0) await findings.keep(tenantId, open, signal);
  }

  async #newestScan(tenantId: string, repoUrl: string): Promise<string | undefined> {
    const [newest] = await this.#options.lists.newestScans(tenantId, { repoUrl, limit: 1 });
    return newest?.scanId;
  }

  #keptFinding(finding: Finding, repoUrl: string): KeptFinding {
    const { id: findingId, severity, engine, ruleId } = finding;
    const text = this.#options.mask(findingText(finding, repoUrl));
    return { findingId, repoUrl, severity, engine, ruleId, text };
  }

  #keptDecision({ finding, repoUrl }: SeenFinding, decision: StoredDecision): KeptDecision {
    return {
      findingId: finding.id,
      repoUrl,
      ruleId: finding.ruleId,
      cwe: finding.cwe,
      path: pathKind(finding.file),
      shape: shapeOf(finding),
      text: this.#options.mask(decisionText(finding, decision.reason)),
      decision,
    };
  }
}

/** What a decision of before closed is open where that decision is gone. */
function isOpen({ id, status, severity }: Finding, decided: ReadonlySet<string>): boolean {
  return status !== 'suppressed' && !decided.has(id) && severities.indexOf(severity) <= leastSeverity;
}

function worst(findings: readonly Finding[]): Finding[] {
  const bySeverity = findings.toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  return bySeverity.slice(0, mostFindings);
}
