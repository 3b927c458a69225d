import { type ConfigNode, child, entries, text } from '../../../../formats/document/node.ts';
import type { Audit } from './audit.ts';

/** Rights to write that no comment gives a reason for. */
export const auditPermissions: Audit = ({ workflow }, report) => {
  const judge = (permissions: ConfigNode | undefined, scope: string) => {
    for (const { key, line, value } of entries(permissions)) {
      const above = workflow.comments.get(line - 1);
      if (text(value) !== 'write' || workflow.comments.has(line) || above?.whole) continue;
      report('workflow.permissions.undocumented', { line, scope }, `Permission: ${key}.`, key);
    }
  };
  judge(child(workflow.node, 'permissions'), '');
  for (const job of workflow.jobs) judge(child(job.node, 'permissions'), `job ${job.id}`);
};
