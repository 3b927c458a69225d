import { text } from '../../../../formats/document/node.ts';
import { type Expression, parseExpression } from '../expression.ts';
import type { Job, Workflow } from '../workflow-model.ts';

/**
 * Whether a job runs only after another one has asked GitHub whether who started the workflow may write to the repository: `needs.check.outputs.allowed == 'true'`, where
 * the job `check` asks for the permission of a collaborator.
 */
export function isForCollaborators({ condition }: Job, { jobs }: Workflow): boolean {
  if (!condition.includes('needs.')) return false;
  const asked = parseExpression(condition.replace(/^\s*\$\{\{|\}\}\s*$/g, ''));
  return neededJobs(asked).some((id) => {
    const job = jobs.find((each) => each.id.toLowerCase() === id);
    return job !== undefined && asksForPermission(job);
  });
}

/** The jobs whose answer has to be `true`. */
function neededJobs(expression: Expression | undefined): string[] {
  if (expression?.kind !== 'operator') return [];
  const { operator, operands } = expression;
  if (operator === '&&') return operands.flatMap(neededJobs);
  if (operator !== '==') return [];
  const context = operands.find((operand) => operand.kind === 'context');
  const answer = operands.find((operand) => operand.kind === 'literal');
  if (context?.kind !== 'context' || answer?.kind !== 'literal' || String(answer.value) !== 'true') return [];
  const [needs, id, outputs] = context.path;
  return needs === 'needs' && outputs === 'outputs' && id !== undefined ? [id.toLowerCase()] : [];
}

function asksForPermission({ steps }: Job): boolean {
  return steps.some((step) => {
    const script = text(step.run) ?? text(step.with.get('script')) ?? '';
    return permission.test(script) && /["'](?:admin|write|maintain)["']/.test(script);
  });
}

const permission = /\/collaborators\/[^\s"'`]{1,100}\/permission\b|\bgetCollaboratorPermissionLevel\b/;
