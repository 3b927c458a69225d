import { type ConfigNode, child, entries, text } from '../../../formats/document/node.ts';
import type { Job, Workflow } from './workflow-model.ts';

/** Its token only reads, by what is written, and no secret is put into it; a job that nobody wrote rights for has those of the repository's settings. */
export function isWithoutRights(job: Job, workflow: Workflow, entry: Workflow): boolean {
  const permissions =
    child(job.node, 'permissions') ?? child(workflow.node, 'permissions') ?? child(entry.node, 'permissions');
  if (!permissions || !onlyReads(permissions)) return false;
  const given = [job.node, ...workflow.env.values(), ...entry.env.values()];
  return (
    !given.some(namesSecret) && !entry.jobs.some((caller) => caller.uses !== '' && namesSecret(caller.node))
  );
}

function onlyReads(permissions: ConfigNode): boolean {
  const whole = text(permissions);
  if (whole !== undefined) return whole === 'read-all';
  return permissions.kind === 'mapping' && entries(permissions).every(({ value }) => text(value) !== 'write');
}

/** `secrets.NAME`, but not the token of the job itself, and `secrets: inherit`. */
function namesSecret(node: ConfigNode): boolean {
  if (node.kind === 'mapping')
    return entries(node).some(
      ({ key, value }) => (key === 'secrets' && text(value) === 'inherit') || namesSecret(value),
    );
  if (node.kind === 'sequence') return node.items.some(namesSecret);
  return /\bsecrets\b(?!\.GITHUB_TOKEN\b)/i.test(text(node) ?? '');
}
