import type { Engine } from '../../engines/engine.ts';
import type { EngineSettings } from '../../engines/registry.ts';
import { compareWithBaseline } from '../../findings/baseline/baseline.ts';
import { judge } from '../../findings/policy.ts';
import { viewOf } from '../../findings/scan-view.ts';
import type { SuppressionComment } from '../../findings/suppression-comment.ts';
import type { GatheredCode } from '../../model/code-symbol.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { Inventory } from '../../model/inventory.ts';
import type { CompletedScan } from '../../model/outcome.ts';
import type { RuleDescription } from '../../model/rule-description.ts';
import type { KnownFinding } from '../../model/task.ts';
import type { Listing } from '../../source/repository-entry.ts';
import type { ChildTask } from '../child-protocol.ts';
import type { FoundConfig } from '../plan/read-repository-config.ts';
import { checkConfig } from './check-config.ts';
import type { CoverageLog } from './coverage-log.ts';
import { reportCoverage } from './coverage-report.ts';
import type { presentFindings } from './present-findings.ts';

/** Findings of the baseline. Where it was not read, because nothing could be new, it is not known what was fixed either. */
export interface EarlierFindings {
  known: KnownFinding[];
  wasRead: boolean;
}

/** What an analysis has gathered by its end. */
export interface Gathered {
  task: ChildTask;
  engines: readonly Engine[];
  settings: EngineSettings;
  /** All files of what is scanned were listed, as opposed to those that are staged. */
  isWhole: boolean;
  commit: string | undefined;
  listing: Listing;
  coverage: CoverageLog;
  found: FoundConfig | undefined;
  comments: Map<string, SuppressionComment[]>;
  presented: ReturnType<typeof presentFindings>;
  /** Undefined without a baseline. */
  before: EarlierFindings | undefined;
  inventory: Inventory | undefined;
  code: GatheredCode | undefined;
}

/** Compares with the baseline, applies the limit and the policy, and says what was covered. */
export async function completeScan(gathered: Gathered): Promise<CompletedScan> {
  const { task, engines, settings, isWhole, commit, coverage, found, presented } = gathered;
  const config = found?.config;
  const skipped = coverage.list();
  const compared = compare(gathered, skipped);
  const { findings: limit } = task.limits;
  const all = compared?.findings ?? presented.open;
  const truncated = all.length > limit || presented.suppressed.length > limit;
  const findings = all.slice(0, limit);
  const suppressedFindings = presented.suppressed.slice(0, limit);
  const problems = await checkConfig(found, gathered.comments, {
    task,
    settings,
    isWhole,
    skipped,
    used: presented.used,
  });
  const finished = reportCoverage(coverage, engines, {
    trusted: task.trustRepositoryConfig,
    config,
    suppressions: presented.repositorySuppressions,
    // They quote the file that they are about, which may hold secrets like any other.
    problems: problems.map((problem) => ({ ...problem, message: presented.mask.apply(problem.message) })),
  });
  return {
    status: 'completed',
    ...(commit !== undefined && { commit }),
    findings,
    suppressedFindings,
    summary: {
      ...countSeverities(all),
      ...(compared && { new: compared.new }),
      ...(compared && gathered.before?.wasRead && { fixed: compared.fixed }),
      suppressed: presented.suppressed.length,
    },
    coverage: finished,
    ...(task.policy && { policy: judge(task.policy, all, finished, truncated) }),
    truncated,
    rules: rulesOf([...findings, ...suppressedFindings], engines),
    ...(gathered.code && { code: gathered.code }),
    ...(gathered.inventory && { inventory: presented.mask.applyDeep(gathered.inventory) }),
  };
}

function compare(
  { task, engines, isWhole, listing, found, presented, before }: Gathered,
  skipped: ReturnType<CoverageLog['list']>,
) {
  if (!before) return undefined;
  const trusted = task.trustRepositoryConfig ? found?.config : undefined;
  const isInView = viewOf({
    engines: engines.map(({ id }) => id),
    paths: task.paths,
    skipped,
    listed: isWhole ? undefined : new Set(listing.entries.map(({ path }) => path)),
    isExcludedByRepository: (path) => trusted?.excludes(path) ?? false,
  });
  return compareWithBaseline(presented.open, presented.suppressed, before.known, isInView);
}

/** Engines may load descriptions only when asked: those that found nothing are not. */
function rulesOf(findings: readonly Finding[], engines: readonly Engine[]): RuleDescription[] {
  const hits = Map.groupBy(findings, ({ engine }) => engine);
  return engines.flatMap((engine) => {
    const ids = new Set(hits.get(engine.id)?.map(({ ruleId }) => ruleId));
    if (ids.size === 0) return [];
    return engine.describe?.(ids) ?? engine.rules.filter(({ id }) => ids.has(id));
  });
}

function countSeverities(findings: ReadonlyArray<{ severity: Severity }>) {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
