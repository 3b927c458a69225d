import { type ConfigNode, child, entries, items } from '../../../formats/document/node.ts';
import { namesBranches } from './senders/triggering-workflows.ts';
import { nodeTaint, type Taint, type TaintScope } from './taint.ts';
import { untrustedOutput } from './untrusted-contexts.ts';
import type { Job, Workflow } from './workflow-model.ts';

/** What the contexts of an expression hold at a step: only what a stranger may have written counts. */
export function scopeOf(
  env: ReadonlyMap<string, Taint>,
  inputs: ReadonlyMap<string, Taint>,
  stepOutputs: ReadonlyMap<string, Taint>,
  jobOutputs: ReadonlyMap<string, Taint>,
  matrix: ReadonlyMap<string, Taint>,
  workflow: Workflow,
): TaintScope {
  return {
    isFixed: (path) => path.join('.') === 'github.event.workflow_run.head_branch' && namesBranches(workflow),
    lookup(path) {
      const [root, second = '', third, fourth = ''] = path;
      if (root === 'env') return env.get(second);
      if (root === 'inputs') return inputs.get(second);
      if (root === 'github' && second === 'event' && third === 'inputs') return inputs.get(fourth);
      if (root === 'github' && second === 'event' && third === 'client_payload')
        return { source: path.join('.'), kind: 'input', path: [] };
      if (root === 'matrix') return matrix.get(second) ?? matrix.get('*');
      if (root === 'steps' && third === 'outputs') {
        const known = stepOutputs.get(`${second}.${fourth}`);
        if (known) return known;
        const action = stepOutputs.get(`${second}.\0uses`);
        return action && untrustedOutput(action.source, fourth) ? action : undefined;
      }
      if ((root === 'needs' || root === 'jobs') && third === 'outputs')
        return jobOutputs.get(`${second}.${fourth}`);
      return undefined;
    },
  };
}

export function collectEnv(
  nodes: ReadonlyMap<string, ConfigNode>,
  env: Map<string, Taint>,
  scope: TaintScope,
): void {
  for (const [name, node] of nodes) {
    const taint = nodeTaint(node, scope);
    // A value set here replaces one of the same name from outside.
    if (taint) env.set(name.toLowerCase(), taint);
    else env.delete(name.toLowerCase());
  }
}

export function collectMatrix(job: Job, matrix: Map<string, Taint>, scope: TaintScope): void {
  const node = child(job.node, 'strategy', 'matrix');
  const whole = nodeTaint(node?.kind === 'scalar' ? node : undefined, scope);
  if (whole) matrix.set('*', whole);
  for (const entry of entries(node)) {
    if (entry.key === 'include') {
      for (const row of items(entry.value)) {
        for (const cell of entries(row)) setTaint(matrix, cell.key, nodeTaint(cell.value, scope));
        setTaint(matrix, '*', nodeTaint(row.kind === 'scalar' ? row : undefined, scope));
      }
    } else setTaint(matrix, entry.key, nodeTaint(entry.value, scope));
  }
}

function setTaint(target: Map<string, Taint>, name: string, taint: Taint | undefined): void {
  if (taint) target.set(name.toLowerCase(), taint);
}
