import { child, text } from '../../../../formats/document/node.ts';
import { type Expression, embeddedExpressions, parseExpression } from '../expression.ts';
import type { Job, Workflow } from '../workflow-model.ts';
import type { Audit } from './audit.ts';
import { isBotCheck } from './bot-check.ts';
import { visitExpression } from './visit-texts.ts';

/** Conditions that do not say what their author meant. */
export const auditConditions: Audit = ({ workflow }, report) => {
  for (const job of workflow.jobs) {
    const conditions = [child(job.node, 'if'), ...job.steps.map((step) => child(step.node, 'if'))];
    for (const node of conditions) {
      const condition = text(node);
      if (!node || condition === undefined) continue;
      const place = { line: node.line, endLine: node.endLine, scope: `job ${job.id}` };
      for (const { ruleId, detail } of problemsOf(condition, job, workflow))
        report(ruleId, place, detail, detail.toLowerCase().replace(/\s+/g, ' ').slice(0, 200));
    }
  }
};

interface Problem {
  ruleId: string;
  detail: string;
}

function problemsOf(condition: string, job: Job, workflow: Workflow): Problem[] {
  const always = (detail: string): Problem[] => [{ ruleId: 'workflow.always-true', detail }];
  const parts = embeddedExpressions(condition);
  if (parts.length > 1) return always('Several expressions side by side are a string that is always true.');
  // Text around `${{ }}`, be it the line end of a block, makes the whole a non-empty text, which is always true.
  if (parts.length === 1 && (parts[0]!.start > 0 || parts[0]!.end < condition.length)) {
    const lineEnd = condition.trim().length === parts[0]!.end - parts[0]!.start;
    return always(
      lineEnd
        ? 'White space around the expression (the line end of `|` or `>`) turns it into a text that is always true.'
        : 'Text around the expression turns the condition into a string that is always true.',
    );
  }
  const expression = parts[0]?.expression ?? parseExpression(condition);
  if (expression?.kind === 'operator' && isAlwaysTrue(expression))
    return always('A text on one side of `||` is always true.');
  const problems: Problem[] = [];
  visitExpression(expression, (part) => {
    const sought = unsoundContains(part);
    if (sought !== undefined)
      problems.push({
        ruleId: 'workflow.unsound-contains',
        detail: `contains() looks for ${sought} anywhere in a text.`,
      });
    if (isBotCheck(part) && reachesSecrets(job, workflow))
      problems.push({
        ruleId: 'workflow.bot-condition',
        detail: 'github.actor is whoever caused the latest event, not who wrote the change.',
      });
  });
  return problems;
}

function isAlwaysTrue(expression: Expression): boolean {
  if (expression.kind === 'literal') return !/^(|false|null|0|NaN)$/i.test(expression.value);
  if (expression.kind !== 'operator') return false;
  if (expression.operator === '||') return expression.operands.some(isAlwaysTrue);
  return expression.operator === '&&' && expression.operands.every(isAlwaysTrue);
}

/** `contains('main dev', github.ref_name)`: the first is one text, so that any part of it is found. */
function unsoundContains(part: Expression): string | undefined {
  if (part.kind !== 'call' || part.name !== 'contains') return undefined;
  const [whole, sought] = part.args;
  if (sought?.kind !== 'context' || !isOneText(whole)) return undefined;
  return sought.path.join('.');
}

function isOneText(expression: Expression | undefined): boolean {
  if (expression?.kind === 'literal') return true;
  if (expression?.kind === 'call') return /^(format|join|tojson)$/.test(expression.name);
  return expression?.kind === 'context' && /^(env|vars|inputs)$/.test(expression.path[0]!);
}

const privileged = ['pull_request_target', 'workflow_run', 'issue_comment'];

/** A plain pull request has no secrets; one that approves, merges or uses a token of its own does more than test. */
function reachesSecrets(job: Job, workflow: Workflow): boolean {
  if (privileged.some((trigger) => workflow.triggers.has(trigger))) return true;
  if (!workflow.triggers.has('pull_request')) return false;
  return job.steps.some((step) =>
    /\bgh\s+pr\s+(merge|review\b.*--approve)|\bgh\s+api\b.*\/merge/.test(text(step.run) ?? ''),
  );
}
