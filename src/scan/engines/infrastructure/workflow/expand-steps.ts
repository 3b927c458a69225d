import type { ConfigNode } from '../../../formats/document/node.ts';
import { text } from '../../../formats/document/node.ts';
import { localFile } from './local-file.ts';
import { fileCommands } from './shell-script.ts';
import type { Job, Step, Workflow } from './workflow-model.ts';

/** A step as it runs: in the workflow that holds it, with what its callers gave. */
export interface RunningStep {
  workflow: Workflow;
  job: Job;
  step: Step;
  /** The text with everything that it refers to written behind it, for telling what a reference may be. */
  resolve(value: string): string;
}

/** A job as it runs, own or of a called workflow; conditions of all callers hold. */
export interface RunningJob {
  job: Job;
  workflow: Workflow;
  conditions: string[];
  steps: RunningStep[];
}

const maxDepth = 5;
/** Steps of all jobs together: calls can multiply, and no workflow that people write runs so many. */
const maxSteps = 5000;
const maxLookups = 40;

/** The jobs of a workflow with local actions and called workflows followed. */
export function runningJobs(workflow: Workflow, files: ReadonlyMap<string, Workflow>): RunningJob[] {
  const found: RunningJob[] = [];
  collectJobs({ workflow, inputs: new Map(), conditions: [], stack: [] }, files, { left: maxSteps }, found);
  return found;
}

type Inputs = ReadonlyMap<string, string>;

interface CalledWorkflow {
  workflow: Workflow;
  inputs: Inputs;
  conditions: readonly string[];
  stack: readonly string[];
}

function collectJobs(
  { workflow, inputs, conditions, stack }: CalledWorkflow,
  files: ReadonlyMap<string, Workflow>,
  budget: { left: number },
  found: RunningJob[],
): void {
  for (const job of workflow.jobs) {
    if (--budget.left <= 0) return;
    const here = [...conditions, job.condition];
    const resolve = resolver(workflow, job, inputs);
    const called = job.uses ? localFile(job.uses, files) : undefined;
    if (called && stack.length < maxDepth && !stack.includes(called.path)) {
      const call = { workflow: called, inputs: given(job.with, resolve), conditions: here };
      collectJobs({ ...call, stack: [...stack, workflow.path] }, files, budget, found);
      continue;
    }
    const steps: RunningStep[] = [];
    collectSteps({ workflow, job, inputs, files, stack: [workflow.path] }, budget, steps);
    found.push({ job, workflow, conditions: here, steps });
  }
}

interface Place {
  workflow: Workflow;
  job: Job;
  inputs: Inputs;
  files: ReadonlyMap<string, Workflow>;
  stack: readonly string[];
}

function collectSteps(
  { workflow, job, inputs, files, stack }: Place,
  budget: { left: number },
  found: RunningStep[],
): void {
  const resolve = resolver(workflow, job, inputs);
  for (const step of job.steps) {
    if (--budget.left <= 0) return;
    found.push({ workflow, job, step, resolve });
    const action = step.uses ? localFile(step.uses, files) : undefined;
    const [runs] = action?.jobs ?? [];
    if (!action || runs?.id !== 'runs' || stack.length >= maxDepth || stack.includes(action.path)) continue;
    const inner = { workflow: action, job: runs, inputs: given(step.with, resolve), files };
    collectSteps({ ...inner, stack: [...stack, action.path] }, budget, found);
  }
}

function given(values: ReadonlyMap<string, ConfigNode>, resolve: (value: string) => string): Inputs {
  return new Map([...values].map(([name, node]) => [name.toLowerCase(), resolve(text(node) ?? '')]));
}

/** Writes what `env`, `inputs`, `steps` and `needs` refer to behind a text, as far as the files say. */
function resolver(workflow: Workflow, job: Job, inputs: Inputs): (value: string) => string {
  return (value) => {
    const seen = new Set<string>();
    let all = value;
    const queue = [value];
    for (let next = queue.shift(); next !== undefined && seen.size < maxLookups; next = queue.shift()) {
      for (const match of next.matchAll(reference)) {
        const name = match[0].toLowerCase();
        if (seen.has(name)) continue;
        seen.add(name);
        const meaning = meaningOf(name, workflow, job, inputs);
        if (meaning === undefined) continue;
        all += ` ${meaning}`;
        queue.push(meaning);
      }
    }
    return all;
  };
}

const reference = /\b(?:(?:env|inputs)\.[\w-]+|(?:steps|needs)\.[\w-]+\.outputs\.[\w-]+)|\$\{?[A-Za-z_]\w*/gi;

function meaningOf(name: string, workflow: Workflow, job: Job, inputs: Inputs): string | undefined {
  const [root = '', second = '', , output = ''] = name.split('.');
  if (root === 'inputs') return inputs.get(second);
  if (root === 'env') return environment(second, workflow, job);
  if (root === 'needs') {
    const needed = workflow.jobs.find(({ id }) => id.toLowerCase() === second);
    const node = needed && entryOf(needed.outputs, output);
    return needed && node && resolver(workflow, needed, inputs)(node);
  }
  if (root === 'steps') {
    const step = job.steps.find(({ id }) => id.toLowerCase() === second);
    const script = text(step?.run);
    if (!step || script === undefined) return undefined;
    const written = fileCommands(script).filter((command) => command.name.toLowerCase() === output);
    return written.map((command) => `${command.value} ${environmentOf(step, command.value)}`).join(' ');
  }
  return environment(name.replace(/^\$\{?/, ''), workflow, job);
}

function environment(name: string, workflow: Workflow, job: Job): string | undefined {
  return entryOf(job.env, name) ?? entryOf(workflow.env, name);
}

function environmentOf(step: Step, value: string): string {
  return [...step.env].flatMap(([name, node]) => (value.includes(name) ? [text(node) ?? ''] : [])).join(' ');
}

function entryOf(map: ReadonlyMap<string, ConfigNode>, name: string): string | undefined {
  for (const [key, node] of map) if (key.toLowerCase() === name) return text(node);
  return undefined;
}
