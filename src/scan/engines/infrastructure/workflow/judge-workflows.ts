import { type ConfigNode, child, mapping, scalar, sequence, text } from '../../../formats/document/node.ts';
import type { CoverageNote } from '../../../model/coverage.ts';
import type { EngineFinding, Severity } from '../../../model/finding.ts';
import type { Resource } from '../resource.ts';
import type { InfrastructureRule, RulePack } from '../rules/infrastructure-rule.ts';
import { judgeResource, ruleFinding } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { auditConditions } from './audit-conditions.ts';
import { auditUses } from './audit-uses.ts';
import type { Taint } from './taint.ts';
import { type Injection, traceWorkflow } from './trace-workflow.ts';
import { isPrivileged, untrustedCode } from './untrusted-checkout.ts';
import { type Job, type Step, type Workflow, workflowModel } from './workflow-model.ts';

/** Judges all workflows and composite actions of a repository together. */
export function judgeWorkflows(
  files: ReadonlyArray<{ path: string; document: ConfigNode; action: boolean }>,
  library: RuleLibrary,
): { findings: EngineFinding[]; notes: CoverageNote[] } {
  const pack = library.pack('workflow');
  const { attempt } = library;
  const models = new Map<string, Workflow>();
  for (const { path, document, action } of files) {
    const model = attempt({ path }, () => workflowModel(path, document, action));
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
  for (const model of models.values()) {
    const { path } = model;
    attempt({ path }, () => traceWorkflow(model, { files: models, report }, entryInputs(model)));
    for (const finding of attempt({ path }, () => auditFile(model, pack)) ?? []) add(finding);
  }
  return { findings: [...findings.values()], notes: [] };
}

function auditFile(model: Workflow, pack: RulePack): EngineFinding[] {
  const findings: EngineFinding[] = [];
  for (const resource of resourcesOf(model)) findings.push(...judgeResource(resource, pack));
  for (const code of untrustedCode(model)) {
    const rule = pack.byId.get(
      code.kind === 'artifact' ? 'workflow.artifact-poisoning' : 'workflow.untrusted-checkout',
    )!;
    if (code.kind === 'artifact' && !code.executedBy) continue;
    const severity: Severity = code.executedBy && !code.guarded ? 'high' : 'medium';
    const detail = code.executedBy
      ? `A later step runs it (line ${code.executedBy.node.line}).`
      : 'No step of the job was seen to run it.';
    const finding = ruleFinding(
      rule,
      stepPlace(model, code.job, code.step),
      code.step.node.line,
      Math.max(code.line, code.step.node.line),
      detail,
    );
    findings.push({
      ...finding,
      severity,
      identity: { scope: placeName(code.job, code.step), tokens: code.kind },
    });
  }
  findings.push(...auditUses(model, pack), ...auditConditions(model, pack));
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
  const first = chosen[0]!;
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
    `Source: ${sources}.`,
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

function resourcesOf(model: Workflow): Resource[] {
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
    const inner = { ...context, job: job.node };
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

function placeName(job: Job, step: Step): string {
  const name = text(child(step.node, 'name')) ?? (step.id || step.uses.split('@')[0] || 'run');
  return `job ${job.id}, step ${name}`;
}

function rank(severity: Severity): number {
  return ['info', 'low', 'medium', 'high', 'critical'].indexOf(severity);
}
