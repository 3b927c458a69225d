import type { Audit } from './audit.ts';
import { usesOf, versionComment } from './step-places.ts';
import { isSameVersion } from './written-pins.ts';

const commit = /^[0-9a-f]{40}$/;

/** Commits that actions are pinned to: whether they are what their comment says, and whether anybody can tell. */
export const auditCommits: Audit = ({ workflow, pins, knowledge }, report) => {
  for (const { action, name, ref, line, scope, uses } of usesOf(workflow)) {
    const place = { line, scope };
    if (/^[0-9a-f]{7,39}$/.test(ref) && /\d/.test(ref) && /[a-f]/.test(ref))
      report('workflow.ambiguous-ref', place, `"${ref}" is a short commit hash, a tag or a branch.`, uses);
    else if (/^releases?\/v?\d/.test(ref))
      report('workflow.ambiguous-ref', place, `"${ref}" reads like a version and is a branch.`, uses);
    if (!commit.test(ref)) continue;
    const known = knowledge.maliciousCommits[ref];
    if (known !== undefined || /^(.)\1{39}$/.test(ref)) {
      report('workflow.malicious-commit', place, `${name}@${ref}: ${known ?? 'no such commit'}.`, uses);
      continue;
    }
    const comment = versionComment(workflow, line);
    if (comment === undefined) {
      report('workflow.unversioned-commit', place, `${name}@${ref} has no version next to it.`, uses);
      continue;
    }
    const released = knowledge.releases[action]?.[ref];
    const other =
      released !== undefined && !isSameVersion(comment, released)
        ? `the commit is version ${released}`
        : pins.contradiction(action, ref, comment);
    if (other !== undefined)
      report('workflow.version-comment', place, `The comment says ${comment}; ${other}.`, uses);
  }
};
