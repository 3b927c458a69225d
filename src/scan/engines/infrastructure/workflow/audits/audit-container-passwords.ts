import { type ConfigNode, child, entries, text } from '../../../../formats/document/node.ts';
import { patternFits } from '../../conditions/pattern-fits.ts';
import { embeddedExpressions } from '../expression.ts';
import type { Audit } from './audit.ts';
import { placeName } from './step-places.ts';
import { someExpression } from './visit-texts.ts';

const loginWithPassword =
  /\b(?:docker|podman|helm registry|crane auth|skopeo|buildah)\s+login\b[^\n|;&]*\s(?:-p|--password)[= ]["']?[^\s"'$%-][^\s"'$]{3,}/;

/** Passwords of registries that are written into the workflow. */
export const auditContainerPasswords: Audit = ({ workflow }, report) => {
  const judge = (node: ConfigNode | undefined, scope: string) => {
    if (node && isWritten(text(node) ?? ''))
      report('workflow.setting.container-password', { line: node.line, scope }, '', '');
  };
  for (const job of workflow.jobs) {
    const scope = `job ${job.id}`;
    judge(child(job.node, 'container', 'credentials', 'password'), scope);
    for (const { value } of entries(child(job.node, 'services')))
      judge(child(value, 'credentials', 'password'), scope);
    for (const step of job.steps) {
      if (/^(docker\/login-action|azure\/docker-login|redhat-actions\/podman-login)@/i.test(step.uses))
        judge(step.with.get('password'), placeName(job, step));
      if (!patternFits(loginWithPassword, text(step.run) ?? '')) continue;
      const place = { line: step.runLine, scope: placeName(job, step) };
      report('workflow.setting.container-password', place, '', '');
    }
  }
};

/** A value that holds no reference to anything kept elsewhere. */
function isWritten(value: string): boolean {
  if (value === '') return false;
  const expressions = embeddedExpressions(value);
  return expressions.every(
    ({ expression }) => expression && !someExpression(expression, ({ kind }) => kind === 'context'),
  );
}
