import { child, text } from '../../../formats/document/node.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import type { RulePack } from '../rules/infrastructure-rule.ts';
import { ruleFinding } from '../rules/judge-resource.ts';
import { actionAdvisories, popularActionOwners } from './action-knowledge.ts';
import type { Workflow } from './workflow-model.ts';

/** What other people's code a workflow runs: pinned or not, known to be bad or not, named like something else. */
export function auditUses(workflow: Workflow, pack: RulePack): EngineFinding[] {
  const findings: EngineFinding[] = [];
  const add = (ruleId: string, line: number, scope: string, uses: string, detail: string) => {
    const place = { file: workflow.path, address: scope, line, endLine: line };
    const finding = ruleFinding(pack.byId.get(ruleId)!, place, line, line, detail);
    findings.push({ ...finding, identity: { scope, tokens: uses } });
  };
  for (const job of workflow.jobs) {
    const scope = `job ${job.id}`;
    if (job.uses) auditReference(job.uses, job.usesLine, scope, add);
    for (const step of job.steps) if (step.uses) auditReference(step.uses, step.usesLine, scope, add);
    const container = child(job.node, 'container');
    const image = text(container) ?? text(child(container, 'image'));
    if (image && !image.includes('${{') && !image.includes('@sha256:') && /(:latest$|^[^:]+$)/.test(image)) {
      add('workflow.unpinned-image', container!.line, scope, image, `Image: ${image}.`);
    }
  }
  return findings;
}

type Add = (ruleId: string, line: number, scope: string, uses: string, detail: string) => void;

function auditReference(uses: string, line: number, scope: string, add: Add): void {
  if (uses.startsWith('./') || uses.startsWith('../') || uses.includes('${{')) return;
  if (uses.startsWith('docker://')) {
    if (!uses.includes('@sha256:')) add('workflow.unpinned-image', line, scope, uses, `Image: ${uses}.`);
    return;
  }
  const [name = '', ref = ''] = uses.split('@');
  const owner = name.split('/')[0]!.toLowerCase();
  const action = name.split('/').slice(0, 2).join('/').toLowerCase();
  for (const advisory of actionAdvisories) {
    if (advisory.action === action && advisory.affects(ref)) {
      add('workflow.vulnerable-action', line, scope, uses, `${name}@${ref}: ${advisory.summary}`);
    }
  }
  const imitated = imitatedOwner(owner);
  if (imitated) add('workflow.typosquat-action', line, scope, uses, `"${owner}" looks like "${imitated}".`);
  if (/^[0-9a-f]{40}$|^[0-9a-f]{64}$/.test(ref)) return;
  if (ref === '') {
    add('workflow.unpinned-action', line, scope, uses, `${name} has no version at all.`);
    return;
  }
  // The platform's own actions can change the platform anyway; a tag of theirs adds no new party to trust.
  if (owner === 'actions' || owner === 'github') return;
  const branch = /^(main|master|develop|dev|trunk|latest|head)$/i.test(ref);
  add(
    branch ? 'workflow.branch-action' : 'workflow.unpinned-action',
    line,
    scope,
    uses,
    `${name} is taken at "${ref}", which its owner can move.`,
  );
}

function imitatedOwner(owner: string): string | undefined {
  if (popularActionOwners.includes(owner)) return undefined;
  return popularActionOwners.find((known) => known.length >= 6 && isOneSlipAway(owner, known));
}

// One letter changed, added, left out, or two neighbours swapped.
function isOneSlipAway(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || left === right) return false;
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start++;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end++;
  const [a, b] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}
