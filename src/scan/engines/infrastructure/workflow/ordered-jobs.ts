import { addToList } from '../../../../kernel/add-to-list.ts';
import { child, items, text } from '../../../formats/document/node.ts';
import type { Job, Workflow } from './workflow-model.ts';

/** Jobs after those they need, so that outputs are known; a cycle, and what needs it, keeps the order of the file. Linear in jobs and needs. */
export function orderedJobs({ jobs }: Pick<Workflow, 'jobs'>): Job[] {
  const known = new Set(jobs.map(({ id }) => id));
  const needing = new Map<string, number[]>();
  const open = jobs.map((job, index) => {
    const needs = new Set(items(child(job.node, 'needs')).map((need) => text(need) ?? ''));
    const real = [...needs].filter((need) => known.has(need));
    for (const need of real) addToList(needing, need, index);
    return real.length;
  });
  const ordered: Job[] = [];
  const done = new Set<number>();
  let ready = [...jobs.keys()].filter((index) => open[index] === 0);
  while (ready.length > 0) {
    const next: number[] = [];
    for (const index of ready) {
      done.add(index);
      ordered.push(jobs[index]!);
      for (const other of needing.get(jobs[index]!.id) ?? []) if (--open[other]! === 0) next.push(other);
    }
    ready = next.sort((a, b) => a - b);
  }
  return [...ordered, ...jobs.filter((_, index) => !done.has(index))];
}
