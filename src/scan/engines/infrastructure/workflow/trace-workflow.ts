import { type ConfigNode, child, text } from '../../../formats/document/node.ts';
import { checkedVariables } from './checked-variables.ts';
import { type Expression, embeddedExpressions } from './expression.ts';
import { localFile } from './local-file.ts';
import { orderedJobs } from './ordered-jobs.ts';
import { conditionsOf } from './senders/own-runs.ts';
import { isForCollaborators } from './senders/permission-jobs.ts';
import { markTrusted } from './senders/trusted-senders.ts';
import { expandedVariables, fileCommands, taintedVariables } from './shell-script.ts';
import { expressionTaint, nodeTaint, type Taint, type TaintScope, textTaint } from './taint.ts';
import { givesWordsOnly } from './untrusted-contexts.ts';
import { type Job, lineInScalar, offsetOfLine, type Step, type Workflow } from './workflow-model.ts';
import { collectEnv, collectMatrix, scopeOf } from './workflow-scope.ts';

/** A stranger's text that reaches a place where it is executed or obeyed. */
export interface Injection {
  kind: 'script' | 'environment';
  workflow: Workflow;
  job: Job;
  step: Step;
  taints: Array<{ taint: Taint; expression: string; line: number }>;
  line: number;
}

export interface Project {
  /** Workflows and actions by the path of their file. */
  readonly files: ReadonlyMap<string, Workflow>;
  report(injection: Injection): void;
}

const maxCallDepth = 5;

/** Follows a stranger's text through one workflow or composite action; gives the taint of its outputs. */
export function traceWorkflow(
  workflow: Workflow,
  project: Project,
  inputs: ReadonlyMap<string, Taint>,
  stack: readonly string[] = [],
): ReadonlyMap<string, Taint> {
  const jobOutputs = new Map<string, Taint>();
  const stepOutputs = new Map<string, Taint>();
  for (const job of orderedJobs(workflow))
    traceJob(job, workflow, withSenders(project, job, workflow), inputs, jobOutputs, stepOutputs, stack);
  const outputs = new Map<string, Taint>();
  const scope = scopeOf(new Map(), inputs, stepOutputs, jobOutputs, new Map(), workflow);
  for (const [name, node] of workflow.outputs) {
    const taint = nodeTaint(child(node, 'value'), scope);
    if (taint) outputs.set(name.toLowerCase(), taint);
  }
  return outputs;
}

function traceJob(
  job: Job,
  workflow: Workflow,
  project: Project,
  inputs: ReadonlyMap<string, Taint>,
  jobOutputs: Map<string, Taint>,
  sharedStepOutputs: Map<string, Taint>,
  stack: readonly string[],
): void {
  const stepOutputs = job.id === 'runs' ? sharedStepOutputs : new Map<string, Taint>();
  const env = new Map<string, Taint>();
  const matrix = new Map<string, Taint>();
  const scope = scopeOf(env, inputs, stepOutputs, jobOutputs, matrix, workflow);
  collectEnv(workflow.env, env, scope);
  collectMatrix(job, matrix, scope);
  collectEnv(job.env, env, scope);

  if (job.uses) {
    const outputs = traceCall(job.uses, job.with, workflow, job.usesLine, project, scope, stack);
    for (const [name, taint] of outputs) jobOutputs.set(`${job.id.toLowerCase()}.${name}`, taint);
  }
  for (const step of job.steps) {
    const stepEnv = new Map(env);
    const stepScope = scopeOf(stepEnv, inputs, stepOutputs, jobOutputs, matrix, workflow);
    collectEnv(step.env, stepEnv, stepScope);
    traceScript(step, job, workflow, project, stepScope);
    const script = text(step.run);
    if (script !== undefined)
      traceFileCommands(script, step, job, workflow, project, stepScope, stepEnv, env, stepOutputs);
    if (step.uses) traceUses(step, workflow, project, stepScope, stepOutputs, stack);
  }
  for (const [name, node] of job.outputs) {
    const taint = nodeTaint(node, scope);
    const collaborators = isForCollaborators(job, workflow);
    if (taint)
      jobOutputs.set(
        `${job.id}.${name}`.toLowerCase(),
        markTrusted(taint, conditionsOf(job, workflow), collaborators),
      );
  }
}

/** What is reported of a job, with what the conditions in front of the step say of the people who wrote it. */
function withSenders(project: Project, job: Job, workflow: Workflow): Project {
  const collaborators = isForCollaborators(job, workflow);
  return {
    ...project,
    report: (injection) => {
      const conditions = [...conditionsOf(job, workflow), injection.step.condition];
      const taints = injection.taints.map((each) => ({
        ...each,
        taint: markTrusted(each.taint, conditions, collaborators),
      }));
      project.report({ ...injection, taints });
    },
  };
}

/** Inputs of well-known actions that are run as code. */
const codeInputs: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/^actions\/github-script@/, ['script']],
  [/^appleboy\/ssh-action@/, ['script']],
  [/^azure\/(cli|powershell)@/, ['inlinescript', 'inlineScript']],
  [
    /^(nick-(fields|invision)\/retry|wandalen\/wretry\.action|google-github-actions\/ssh-compute)@/,
    ['command', 'on_retry_command'],
  ],
  [/^(addnab\/docker-run-action|reactivecircus\/android-emulator-runner)@/i, ['run', 'script', 'options']],
  [/^(fifsky\/ssh-action|garygrossgarten\/github-action-ssh)@/, ['command']],
  [/^(mikefarah\/yq|devorbitus\/yq-action-output)@/, ['cmd']],
  [/^(amadevus\/pwsh-script|jannekem\/run-python-script-action)@/, ['script']],
  [/^(cardinalby\/js-eval-action|satackey\/action-js-inline)@/, ['expression', 'javascript']],
];

function traceScript(step: Step, job: Job, workflow: Workflow, project: Project, scope: TaintScope): void {
  const scripts: Array<[ConfigNode, number]> = [];
  if (step.run) scripts.push([step.run, step.runLine]);
  for (const [action, names] of codeInputs) {
    if (!action.test(step.uses.toLowerCase())) continue;
    for (const name of names) {
      const node = step.with.get(name);
      if (node) scripts.push([node, node.line]);
    }
  }
  for (const [node, line] of scripts) {
    const value = text(node) ?? '';
    const taints: Injection['taints'] = [];
    const isScript = node !== step.run && /^actions\/github-script@/i.test(step.uses);
    for (const { expression, source, start } of embeddedExpressions(value)) {
      if (isScript && isLiteralOfScript(expression, value.slice(0, start))) continue;
      const taint = expressionTaint(expression, scope);
      if (taint) taints.push({ taint, expression: source, line: lineInScalar(node, value, start) });
    }
    if (taints.length > 0) project.report({ kind: 'script', workflow, job, step, taints, line });
    traceExports(value, node, step, job, workflow, project);
  }
}

/** `const x = ${{ toJSON(y) }}`: JSON is a literal of JavaScript, where no quotes of the script are around it. */
function isLiteralOfScript(expression: Expression | undefined, before: string): boolean {
  if (expression?.kind !== 'call' || expression.name !== 'tojson') return false;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return [line.split('"'), line.split("'"), before.split('`')].every((parts) => parts.length % 2 === 1);
}

const exportedPayload =
  /\bcore\.(?:exportVariable|addPath)\([^\n]*?(context\.payload\.(?:issue|pull_request|comment|review|discussion)\??\.(?:title|body|head\??\.ref))/;

/** `core.exportVariable('TITLE', context.payload.issue.title)` sets a variable of later steps from a script. */
function traceExports(
  script: string,
  node: ConfigNode,
  step: Step,
  job: Job,
  workflow: Workflow,
  project: Project,
): void {
  if (!/^actions\/github-script@/i.test(step.uses)) return;
  const match = exportedPayload.exec(script);
  if (!match) return;
  const line = lineInScalar(node, script, match.index);
  const taint: Taint = { source: match[1]!, kind: 'event', path: [] };
  const taints = [{ taint, expression: match[1]!, line }];
  project.report({ kind: 'environment', workflow, job, step, taints, line });
}

function traceFileCommands(
  script: string,
  step: Step,
  job: Job,
  workflow: Workflow,
  project: Project,
  scope: TaintScope,
  stepEnv: ReadonlyMap<string, Taint>,
  jobEnv: Map<string, Taint>,
  stepOutputs: Map<string, Taint>,
): void {
  // Shell names are case-sensitive, contexts are not; the environment keeps lower case.
  const initial = new Set([...expandedVariables(script)].filter((name) => stepEnv.has(name.toLowerCase())));
  const tainted = taintedVariables(script, initial);
  const isChecked = checkedVariables(script);
  for (const command of fileCommands(script)) {
    const variable = expandedVariables(command.value).find(
      (name) => tainted.has(name) && !isChecked(name, command.line),
    );
    const taint =
      textTaint(command.value, scope) ??
      variableTaint(variable === undefined ? undefined : tainted.get(variable), stepEnv);
    if (!taint) continue;
    const line = step.run ? lineInScalar(step.run, script, offsetOfLine(script, command.line)) : step.runLine;
    const passed = {
      ...taint,
      path: [...taint.path, { file: workflow.path, line, message: `written to ${command.target}` }],
    };
    if (command.target === 'GITHUB_OUTPUT') {
      if (step.id) stepOutputs.set(`${step.id}.${command.name}`.toLowerCase(), passed);
      continue;
    }
    if (command.target === 'GITHUB_ENV' && command.name) jobEnv.set(command.name.toLowerCase(), passed);
    project.report({
      kind: 'environment',
      workflow,
      job,
      step,
      taints: [{ taint, expression: command.value.trim(), line }],
      line,
    });
  }
}

function variableTaint(origin: string | undefined, env: ReadonlyMap<string, Taint>): Taint | undefined {
  if (origin === undefined) return undefined;
  return env.get(origin.toLowerCase()) ?? { source: origin, kind: 'event', path: [] };
}

function traceUses(
  step: Step,
  workflow: Workflow,
  project: Project,
  scope: TaintScope,
  stepOutputs: Map<string, Taint>,
  stack: readonly string[],
): void {
  const id = step.id.toLowerCase();
  if (step.uses.startsWith('./')) {
    const outputs = traceCall(step.uses, step.with, workflow, step.usesLine, project, scope, stack);
    for (const [name, taint] of outputs) stepOutputs.set(`${id}.${name}`, taint);
    return;
  }
  if (!id) return;
  if (/^actions\/github-script@/i.test(step.uses)) {
    const script = text(step.with.get('script')) ?? '';
    const source =
      /context\.payload\.(?:issue|pull_request|comment|review|discussion)\??\.(?:title|body|head\??\.ref)/.exec(
        script,
      );
    if (source && /\breturn\b|setOutput/.test(script)) {
      const taint: Taint = { source: source[0], kind: 'event', path: [] };
      stepOutputs.set(`${id}.result`, taint);
      for (const output of script.matchAll(/setOutput\(\s*['"]([\w-]+)['"]/g))
        stepOutputs.set(`${id}.${output[1]!.toLowerCase()}`, taint);
    }
    return;
  }
  if (givesWordsOnly(step.uses, text(step.with.get('regex')) ?? '')) return;
  // The names of an action's outputs are not known here; the scope asks for them by the action.
  stepOutputs.set(`${id}.\0uses`, {
    source: step.uses,
    kind: 'event',
    path: [{ file: workflow.path, line: step.usesLine, message: step.uses }],
  });
}

function traceCall(
  uses: string,
  given: ReadonlyMap<string, ConfigNode>,
  caller: Workflow,
  line: number,
  project: Project,
  scope: TaintScope,
  stack: readonly string[],
): ReadonlyMap<string, Taint> {
  const callee = localFile(uses, project.files);
  if (!callee || stack.length >= maxCallDepth || stack.includes(callee.path)) return new Map();
  const inputs = new Map<string, Taint>();
  for (const [name, node] of given) {
    const taint = nodeTaint(node, scope);
    if (taint)
      inputs.set(name.toLowerCase(), {
        ...taint,
        path: [...taint.path, { file: caller.path, line, message: `passed as ${name}` }],
      });
  }
  return traceWorkflow(callee, project, inputs, [...stack, caller.path]);
}
