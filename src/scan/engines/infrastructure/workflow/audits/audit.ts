import { atMost, type EngineFinding, type Severity } from '../../../../model/finding.ts';
import type { RulePack } from '../../rules/infrastructure-rule.ts';
import { ruleFinding } from '../../rules/judge-resource.ts';
import type { RunningJob } from '../expand-steps.ts';
import type { ActionKnowledge } from '../knowledge/action-knowledge.ts';
import type { Workflow } from '../workflow-model.ts';
import type { WrittenPins } from './written-pins.ts';

/** What an audit may look at: one workflow or action, all others of the repository, and what is known about actions. */
export interface AuditedWorkflow {
  workflow: Workflow;
  /** Its jobs as they run, with local actions and called workflows followed. */
  jobs: readonly RunningJob[];
  /** What the comments of the whole repository call the commits that actions are pinned to. */
  pins: WrittenPins;
  knowledge: ActionKnowledge;
}

export interface AuditPlace {
  line: number;
  endLine?: number;
  /** `job build, step test`; empty for the file. */
  scope: string;
  file?: string;
}

/** `tokens` tell this problem from others of the same rule at the same place, in any commit; `limit` is where it is no worse than that. */
export type Report = (
  ruleId: string,
  place: AuditPlace,
  detail: string,
  tokens: string,
  limit?: Severity,
) => void;

/** One check of workflows: reads, reports, changes nothing. */
export type Audit = (audited: AuditedWorkflow, report: Report) => void;

/** Collects what audits report as findings with the texts of their rules. */
export function runAudits(
  audits: readonly Audit[],
  audited: AuditedWorkflow,
  pack: RulePack,
): EngineFinding[] {
  const findings: EngineFinding[] = [];
  const report: Report = (ruleId, { line, endLine = line, scope, file }, detail, tokens, limit) => {
    const place = { file: file ?? audited.workflow.path, address: scope, line, endLine };
    const finding = ruleFinding(pack.byId.get(ruleId)!, place, line, endLine, detail);
    const severity = limit ? atMost(finding.severity, limit) : finding.severity;
    findings.push({ ...finding, severity, identity: { scope, tokens } });
  };
  for (const audit of audits) audit(audited, report);
  return findings;
}
