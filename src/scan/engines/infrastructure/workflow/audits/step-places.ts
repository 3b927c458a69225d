import { child, text } from '../../../../formats/document/node.ts';
import type { Job, Step, Workflow } from '../workflow-model.ts';

/** Every step with its job. */
export function stepsOf(workflow: Workflow): Array<{ job: Job; step: Step }> {
  return workflow.jobs.flatMap((job) => job.steps.map((step) => ({ job, step })));
}

export function placeName(job: Job, step: Step): string {
  const name = text(child(step.node, 'name')) ?? (step.id || step.uses.split('@')[0] || 'run');
  return `job ${job.id}, step ${name}`;
}

/** Every reference of a workflow to an action or another workflow. */
export interface UsesReference {
  uses: string;
  /** `owner/name` in lower case; empty for local actions and images. */
  action: string;
  /** `owner/name/path` as written. */
  name: string;
  ref: string;
  line: number;
  scope: string;
  job: Job;
  step: Step | undefined;
}

export function usesOf(workflow: Workflow): UsesReference[] {
  const found: UsesReference[] = [];
  const add = (uses: string, line: number, job: Job, step?: Step) => {
    if (uses === '' || uses.startsWith('./') || uses.startsWith('../') || uses.includes('${{')) return;
    if (uses.startsWith('docker://')) return;
    const at = uses.indexOf('@');
    const name = at === -1 ? uses : uses.slice(0, at);
    const action = name.split('/').filter(Boolean).slice(0, 2).join('/').toLowerCase();
    const ref = at === -1 ? '' : uses.slice(at + 1);
    found.push({ uses, action, name, ref, line, scope: `job ${job.id}`, job, step });
  };
  for (const job of workflow.jobs) {
    add(job.uses, job.usesLine, job);
    for (const step of job.steps) add(step.uses, step.usesLine, job, step);
  }
  return found;
}

/** The version that a comment next to a pinned commit names: on its line, or on a line of its own above. */
export function versionComment(workflow: Workflow, line: number): string | undefined {
  const own = workflow.comments.get(line);
  const above = workflow.comments.get(line - 1);
  for (const comment of [own?.text, above?.whole ? above.text : undefined]) {
    const version = /(?:^|[\s=:@/])(v?\d+(?:\.\d+)*)(?![\w.]*\/)\b/.exec(comment ?? '')?.[1];
    if (version !== undefined) return version;
  }
  return undefined;
}
