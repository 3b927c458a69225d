import { child, items, text } from '../../../../formats/document/node.ts';
import type { Workflow } from '../workflow-model.ts';

/** What only those start who may write to the repository. */
const ownTriggers = new Set(['workflow_dispatch', 'push', 'schedule', 'release', 'create', 'merge_group']);

/**
 * Whether a workflow that runs after others follows only such as no stranger can start: all of them are in the repository, and none runs for pull requests or
 * comments. What they leave behind is the repository's own.
 */
export function followsOwnRunsOnly(workflow: Workflow, all: Iterable<Workflow>): boolean {
  const on = child(workflow.node, 'on') ?? child(workflow.node, 'true');
  const names = items(child(on, 'workflow_run', 'workflows')).map((name) => text(name) ?? '');
  if (names.length === 0 || workflow.triggers.size !== 1) return false;
  const known = [...all];
  return names.every((name) => {
    const called = known.filter(({ node, path }) => (text(child(node, 'name')) ?? path) === name);
    return (
      called.length > 0 &&
      called.every(({ triggers }) => [...triggers].every((each) => ownTriggers.has(each)))
    );
  });
}

/** A workflow that runs after others on branches that it names, without any pattern: the branch is one of these, whoever pushed it. */
export function namesBranches({ node, triggers }: Workflow): boolean {
  const on = child(node, 'on') ?? child(node, 'true');
  const branches = items(child(on, 'workflow_run', 'branches')).map((branch) => text(branch) ?? '*');
  return triggers.size === 1 && branches.length > 0 && branches.every((branch) => /^[\w./-]+$/.test(branch));
}
