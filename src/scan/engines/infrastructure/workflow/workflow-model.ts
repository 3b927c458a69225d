import {
  type ConfigNode,
  child,
  entries,
  items,
  type MappingNode,
  text,
} from '../../../formats/document/node.ts';

export interface Step {
  id: string;
  node: MappingNode;
  uses: string;
  usesLine: number;
  run: ConfigNode | undefined;
  runLine: number;
  with: ReadonlyMap<string, ConfigNode>;
  env: ReadonlyMap<string, ConfigNode>;
  condition: string;
}

export interface Job {
  id: string;
  node: MappingNode;
  steps: Step[];
  env: ReadonlyMap<string, ConfigNode>;
  outputs: ReadonlyMap<string, ConfigNode>;
  /** A reusable workflow that the job calls. */
  uses: string;
  usesLine: number;
  with: ReadonlyMap<string, ConfigNode>;
  condition: string;
}

export interface Workflow {
  path: string;
  node: ConfigNode;
  triggers: ReadonlySet<string>;
  jobs: Job[];
  env: ReadonlyMap<string, ConfigNode>;
  inputs: ReadonlyMap<string, ConfigNode>;
  outputs: ReadonlyMap<string, ConfigNode>;
  /** By line; those that are alone on it are `whole`. */
  comments: ReadonlyMap<number, Comment>;
}

export interface Comment {
  text: string;
  whole: boolean;
}

/** The parts of a workflow or composite action that the audits look at. A composite action is one job named `runs`. */
export function workflowModel(
  path: string,
  node: ConfigNode,
  isAction: boolean,
  written: ReadonlyArray<[line: number, comment: Comment]> = [],
): Workflow {
  const comments = new Map(written);
  const on = child(node, 'on') ?? child(node, 'true');
  const triggers = new Set<string>();
  for (const item of items(on)) {
    const name = text(item);
    if (name !== undefined) triggers.add(name);
    for (const entry of entries(item)) triggers.add(entry.key);
  }
  const inputs = new Map([
    ...mapOf(child(node, 'inputs')),
    ...mapOf(child(on, 'workflow_call', 'inputs')),
    ...mapOf(child(on, 'workflow_dispatch', 'inputs')),
  ]);
  const outputs = isAction ? mapOf(child(node, 'outputs')) : mapOf(child(on, 'workflow_call', 'outputs'));
  const env = mapOf(child(node, 'env'));
  if (isAction) {
    const runs = child(node, 'runs');
    const job = runs?.kind === 'mapping' ? [jobModel('runs', runs)] : [];
    return { path, node, triggers, jobs: job, env, inputs, outputs, comments };
  }
  const jobs = entries(child(node, 'jobs')).flatMap((entry) =>
    entry.value.kind === 'mapping' ? [jobModel(entry.key, entry.value)] : [],
  );
  return { path, node, triggers, jobs, env, inputs, outputs, comments };
}

function jobModel(id: string, node: MappingNode): Job {
  const uses = child(node, 'uses');
  return {
    id,
    node,
    steps: items(child(node, 'steps')).flatMap((step) => (step.kind === 'mapping' ? [stepModel(step)] : [])),
    env: mapOf(child(node, 'env')),
    outputs: mapOf(child(node, 'outputs')),
    uses: text(uses) ?? '',
    usesLine: uses?.line ?? node.line,
    with: mapOf(child(node, 'with')),
    condition: text(child(node, 'if')) ?? '',
  };
}

function stepModel(node: MappingNode): Step {
  const uses = child(node, 'uses');
  const run = node.entries.find((entry) => entry.key === 'run');
  return {
    id: text(child(node, 'id')) ?? '',
    node,
    uses: text(uses) ?? '',
    usesLine: uses?.line ?? node.line,
    run: run?.value,
    runLine: run?.line ?? node.line,
    with: mapOf(child(node, 'with')),
    env: mapOf(child(node, 'env')),
    condition: text(child(node, 'if')) ?? '',
  };
}

function mapOf(node: ConfigNode | undefined): ReadonlyMap<string, ConfigNode> {
  return new Map(entries(node).map((entry) => [entry.key, entry.value]));
}

/** The line of an offset inside a scalar: the text of a block scalar starts on the line after its indicator. */
export function lineInScalar(node: ConfigNode, value: string, offset: number): number {
  let newlines = 0;
  for (let i = 0; i < offset && i < value.length; i++) if (value.charCodeAt(i) === 10) newlines++;
  const first = node.endLine > node.line ? node.line + 1 : node.line;
  return Math.min(first + newlines, Math.max(node.endLine, node.line));
}

/** The offset at which a 0-based line of a script begins. */
export function offsetOfLine(script: string, line: number): number {
  let offset = 0;
  for (let i = 0; i < line; i++) offset = script.indexOf('\n', offset) + 1;
  return offset;
}
