import { type ConfigNode, child, mapping, scalar, sequence, text } from '../../../formats/document/node.ts';
import type { CoverageNote } from '../../../model/coverage.ts';
import type { EngineFinding, Severity } from '../../../model/finding.ts';
import type { Resource } from '../resource.ts';
import type { InfrastructureRule, RulePack } from '../rules/infrastructure-rule.ts';
import { judgeResource, ruleFinding } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { type AuditedWorkflow, runAudits } from './audits/audit.ts';
import { audits } from './audits/index.ts';
import { placeName } from './audits/step-places.ts';
import { WrittenPins } from './audits/written-pins.ts';
import { type RunningJob, runningJobs } from './expand-steps.ts';
import { readActionKnowledge } from './knowledge/action-knowledge.ts';
import { runnerLabels } from './runner-labels.ts';
import { followsOwnRunsOnly } from './senders/triggering-workflows.ts';
import type { Taint } from './taint.ts';
import { type Injection, traceWorkflow } from './trace-workflow.ts';
import {
  isForOwnChangesOnly,
  isPrivileged,
  sameRepositoryOnly,
  type UntrustedCode,
  untrustedCode,
} from './untrusted-checkout.ts';
import { type Comment, type Job, type Step, type Workflow, workflowModel } from './workflow-model.ts';

/** Judges all workflows and composite actions of a repository together. */
export function judgeWorkflows(
  files: ReadonlyArray<{
    path: string;
    document: ConfigNode;
    action: boolean;
    comments: Array<[line: number, comment: Comment]>;
  }>,
  library: RuleLibrary,
): { findings: EngineFinding[]; notes: CoverageNote[] } {
  const pack = library.pack('workflow');
  const { attempt } = library;
  const models = new Map<string, Workflow>();
  for (const { path, document, action, comments } of files) {
    const model = attempt({ path }, () => workflowModel(path, document, action, comments));
    if (model) models.set(path, model);
  }
  const findings = new Map<string, EngineFinding>();
  const add = (finding: EngineFinding) => {
    const key = `${finding.ruleId}\0${finding.file}\0${finding.startLine}\0${finding.identity.scope}`;
    const known = findings.get(key);
    if (!known || rank(finding.severity) > rank(known.severity)) findings.set(key, finding);
  };
  const report = (injection: Injection) => {
    const finding = injectionFinding(injection, pack, models);
    if (finding) add(finding);
  };
  const knowledge = readActionKnowledge();
  const pins = new WrittenPins(models.values());
  for (const model of models.values()) {
    const { path } = model;
    attempt({ path }, () => traceWorkflow(model, { files: models, report }, entryInputs(model)));
    for (const finding of attempt({ path }, () => {
      const jobs = runningJobs(model, models);
      return auditFile({ workflow: model, jobs, pins, knowledge }, pack, models);
    }) ?? [])
      add(finding);
  }
  return { findings: [...findings.values()], notes: [] };
}

function auditFile(
  audited: AuditedWorkflow,
  pack: RulePack,
  models: ReadonlyMap<string, Workflow>,
): EngineFinding[] {
  const { workflow, jobs } = audited;
  const resources = resourcesOf(workflow, jobs).flatMap((resource) => judgeResource(resource, pack));
  const untrusted = untrustedCode(workflow, jobs).flatMap((code) => untrustedFindings(code, pack));
  if (untrusted.length > 0 && followsOwnRunsOnly(workflow, models.values()))
    for (const finding of untrusted) {
      finding.severity = 'low';
      finding.description += ' No stranger can start the workflows that it follows, so it is rated low.';
    }
  return [...resources, ...untrusted, ...runAudits(audits, audited, pack)];
}

function untrustedFindings(code: UntrustedCode, pack: RulePack): EngineFinding[] {
  const { workflow, job, step, kind, executedBy, onlyHandedOn, readInto, guarded, withoutRights } = code;
  const place = stepPlace(workflow, job, step);
  const findings: EngineFinding[] = [];
  const add = (ruleId: string, severity: Severity, line: number, endLine: number, detail: string) => {
    const finding = ruleFinding(pack.byId.get(ruleId)!, place, line, endLine, detail);
    findings.push({ ...finding, severity, identity: { scope: place.address, tokens: kind } });
  };
  const severity: Severity = executedBy && !onlyHandedOn && !guarded && !withoutRights ? 'high' : 'medium';
  const detail = executedBy
    ? `A later step ${onlyHandedOn ? 'makes it an output, which no script of the job has in it' : 'runs it'} (line ${executedBy.node.line}).${withoutRights ? ' The token of the job only reads, and it uses no secret.' : ''}`
    : 'No step of the job was seen to run it.';
  const endLine = Math.max(code.line, step.node.line);
  if (kind === 'checkout') add('workflow.untrusted-checkout', severity, step.node.line, endLine, detail);
  else if (executedBy) add('workflow.artifact-poisoning', severity, step.node.line, endLine, detail);
  if (readInto)
    add(
      'workflow.environment-injection',
      guarded || withoutRights ? 'medium' : 'high',
      readInto.runLine,
      readInto.node.endLine,
      `The text comes from the ${kind === 'artifact' ? 'artifact of another run' : "stranger's files"}.`,
    );
  return findings;
}

// Inputs that nobody in the repository fills come from whoever starts the workflow or calls the action.
function entryInputs(model: Workflow): ReadonlyMap<string, Taint> {
  const inputs = new Map<string, Taint>();
  for (const [name, node] of model.inputs) {
    const type = text(child(node, 'type')) ?? 'string';
    if (type !== 'string') continue;
    inputs.set(name.toLowerCase(), { source: `inputs.${name}`, kind: 'input', path: [] });
  }
  return inputs;
}

function injectionFinding(
  injection: Injection,
  pack: RulePack,
  models: ReadonlyMap<string, Workflow>,
): EngineFinding | undefined {
  const { workflow, job, step, taints } = injection;
  const event = taints.filter(({ taint }) => taint.kind === 'event');
  const chosen = event.length > 0 ? event : taints;
  const first = chosen.find(({ taint }) => !taint.byTrusted) ?? chosen[0]!;
  let ruleId =
    injection.kind === 'environment' ? 'workflow.environment-injection' : 'workflow.template-injection';
  if (event.length === 0) {
    if (injection.kind === 'environment') return undefined;
    ruleId = 'workflow.input-injection';
  }
  const rule = pack.byId.get(ruleId)!;
  const sources = [...new Set(chosen.map(({ taint }) => taint.source))].join(', ');
  const finding = ruleFinding(
    rule,
    stepPlace(workflow, job, step),
    injection.line,
    Math.max(...chosen.map(({ line }) => line)),
    `Source: ${sources}.${first.taint.byTrusted ? ' Only people of the repository write it here, so it is rated medium.' : ''}`,
  );
  return {
    ...finding,
    severity: event.length > 0 ? injectionSeverity(rule, first.taint, workflow, models) : rule.severity,
    trace: [
      ...first.taint.path.map((part, index) => ({
        file: part.file,
        line: part.line,
        column: 1,
        kind: index === 0 ? ('source' as const) : ('step' as const),
        message: part.message,
      })),
      {
        file: workflow.path,
        line: first.line,
        column: 1,
        kind: 'sink' as const,
        message: `\${{ ${first.expression.slice(0, 120)} }}`,
      },
    ],
    identity: { scope: placeName(job, step), tokens: sources },
  };
}

// Under a plain pull_request the token is read-only and there are no secrets: the same mistake hurts less.
function injectionSeverity(
  rule: InfrastructureRule,
  taint: Taint,
  workflow: Workflow,
  models: ReadonlyMap<string, Workflow>,
): Severity {
  if (taint.byTrusted) return 'medium';
  const entry = models.get(taint.path[0]?.file ?? '') ?? workflow;
  if (
    isPrivileged(entry) ||
    ['discussion', 'discussion_comment', 'gollum', 'fork', 'watch'].some((trigger) =>
      entry.triggers.has(trigger),
    )
  )
    return rule.severity;
  return entry.triggers.size === 0 || entry.triggers.has('workflow_call') ? rule.severity : 'medium';
}

function resourcesOf(model: Workflow, jobs: readonly RunningJob[]): Resource[] {
  if (model.node.kind !== 'mapping') return [];
  const { line, endLine } = model.node;
  const triggers = sequence(
    [...model.triggers].map((trigger) => scalar(trigger, line)),
    line,
  );
  const facts = mapping(
    [
      { key: 'triggers', line, value: triggers },
      { key: 'privileged', line, value: scalar(isPrivileged(model), line) },
      { key: 'ownChangesOnly', line, value: scalar(isForOwnChangesOnly(jobs), line) },
    ],
    line,
  );
  const context = { workflow: model.node, facts };
  const isAction = child(model.node, 'runs') !== undefined;
  const resources: Resource[] = [
    {
      type: isAction ? 'action' : 'workflow',
      name: '',
      address: '',
      file: model.path,
      line,
      endLine,
      document: model.node,
      context,
    },
  ];
  for (const job of model.jobs) {
    const inner = { ...context, job: job.node, runner: jobFacts(job, line) };
    const place = {
      name: job.id,
      address: `job ${job.id}`,
      file: model.path,
      line: job.node.line,
      endLine: job.node.endLine,
    };
    resources.push({ ...place, type: 'job', document: job.node, context: inner });
    for (const step of job.steps) {
      resources.push({
        ...place,
        type: 'step',
        address: placeName(job, step),
        line: step.node.line,
        endLine: step.node.endLine,
        document: step.node,
        context: inner,
      });
    }
  }
  return resources;
}

function stepPlace(workflow: Workflow, job: Job, step: Step) {
  return {
    file: workflow.path,
    address: placeName(job, step),
    line: step.node.line,
    endLine: step.node.endLine,
  };
}

/** Who may reach the runner of a job, and which runner it is. */
function jobFacts(job: Job, line: number): ConfigNode {
  const labels = runnerLabels(job).map((label) => scalar(label, line));
  return mapping(
    [
      { key: 'labels', line, value: sequence(labels, line) },
      { key: 'ownChangesOnly', line, value: scalar(sameRepositoryOnly(job.condition), line) },
    ],
    line,
  );
}

function rank(severity: Severity): number {
  return ['info', 'low', 'medium', 'high', 'critical'].indexOf(severity);
}
