import { isWithoutRights } from '../job-rights.ts';
import { isAffected } from '../knowledge/action-knowledge.ts';
import type { Audit } from './audit.ts';
import { imitatedAction } from './imitated-name.ts';
import { usesOf, versionComment } from './step-places.ts';

const commit = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/;
const branch = /^(main|master|develop|dev|trunk|latest|head)$/i;

/** What third-party code a workflow runs: pinned or not, known to be bad or not, named like something else. */
export const auditUses: Audit = ({ workflow, knowledge }, report) => {
  for (const { uses, action, name, ref, line, scope, job, step } of usesOf(workflow)) {
    const place = { line, scope };
    const version = commit.test(ref) ? (versionComment(workflow, line) ?? '') : ref;
    for (const advisory of knowledge.advisories) {
      if (advisory.action !== action || !isAffected(advisory, version)) continue;
      const fixed = advisory.fixed === undefined ? '' : `; fixed in ${advisory.fixed}`;
      report(
        'workflow.vulnerable-action',
        place,
        `${name}@${ref}: ${advisory.summary}${fixed}.`,
        uses,
        advisory.unlessGiven !== undefined && step?.with.has(advisory.unlessGiven) === true
          ? 'low'
          : advisory.severity,
      );
    }
    const successor = knowledge.archived[action];
    if (successor !== undefined)
      report('workflow.archived-action', place, `Instead of ${name}: ${successor}.`, uses);
    const newName = knowledge.renamed[action];
    if (newName !== undefined) report('workflow.renamed-action', place, `${name} is now ${newName}.`, uses);
    const builtIn = knowledge.superfluous[action];
    if (builtIn !== undefined)
      report('workflow.superfluous-action', place, `Instead of ${name}: ${builtIn}.`, uses);
    const imitated = imitatedAction(action, knowledge.popular);
    if (imitated !== undefined)
      report(
        'workflow.typosquat-action',
        place,
        `"${imitated.written}" looks like "${imitated.known}".`,
        uses,
      );
    const moved = movingReference(action, ref);
    if (moved === undefined) continue;
    const isWeak = isWithoutRights(job, workflow, workflow);
    const rights = isWeak ? ' The job may only read and is given no secret, so it is rated low.' : '';
    report(moved.ruleId, place, `${name} ${moved.because}.${rights}`, uses, isWeak ? 'low' : undefined);
  }
};

/** The rule about a reference that its owner can move; the platform's own actions can change the platform anyway. */
function movingReference(action: string, ref: string): { ruleId: string; because: string } | undefined {
  if (commit.test(ref)) return undefined;
  if (ref === '') return { ruleId: 'workflow.unpinned-action', because: 'has no version at all' };
  const because = `is taken at "${ref}", which its owner can move`;
  if (branch.test(ref)) return { ruleId: 'workflow.branch-action', because };
  const official = /^(actions|github)\//.test(action);
  return { ruleId: official ? 'workflow.unpinned-official-action' : 'workflow.unpinned-action', because };
}
