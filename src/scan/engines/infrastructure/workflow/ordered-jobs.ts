import { child, items, text } from '../../../formats/document/node.ts';
import type { Job, Workflow } from './workflow-model.ts';

/** Jobs after those they need, so that outputs are known; a cycle keeps the order of the file. */
export function orderedJobs(workflow: Workflow): Job[] {
  const done = new Set<string>();
  const ordered: Job[] = [];
  let rest = [...workflow.jobs];
  while (rest.length > 0) {
    const ready = rest.filter((job) =>
      items(child(job.node, 'needs')).every(
        (need) => done.has(text(need) ?? '') || !workflow.jobs.some((other) => other.id === text(need)),
      ),
    );
    const next = ready.length > 0 ? ready : rest;
    for (const job of next) {
      done.add(job.id);
      ordered.push(job);
    }
    rest = rest.filter((job) => !done.has(job.id));
  }
  return ordered;
}
