import { child, items, text } from '../../../../formats/document/node.ts';
import { type Expression, parseExpression } from '../expression.ts';
import type { Taint } from '../taint.ts';
import type { Job, Workflow } from '../workflow-model.ts';

/**
 * Whether the branch is one of the repository's own: a condition lets only runs through that a push, a schedule or somebody who may write has started. A fork's push starts
 * nothing here, so that who names the branch may write to the repository. What a commit says may come from anybody.
 */
export function isOwnBranch({ source }: Taint, conditions: readonly string[]): boolean {
  return (
    source === 'github.event.workflow_run.head_branch' &&
    conditions.some((condition) => asksForOwn(parseExpression(condition.replace(/^\s*\$\{\{|\}\}\s*$/g, ''))))
  );
}

/** The conditions in front of a job: its own, and those of the jobs that have to succeed before it. */
export function conditionsOf(job: Job, { jobs }: Workflow): string[] {
  const found = new Set<Job>();
  const open = [job];
  for (let each = open.pop(); each && found.size < maxJobs; each = open.pop()) {
    found.add(each);
    if (runsAnyway.test(each.condition)) continue;
    const needs = items(child(each.node, 'needs')).map((need) => text(need));
    for (const other of jobs) if (needs.includes(other.id) && !found.has(other)) open.push(other);
  }
  return [...found].map(({ condition }) => condition);
}

const maxJobs = 50;
const runsAnyway = /\b(?:always|failure|cancelled)\s*\(/i;

function asksForOwn(expression: Expression | undefined): boolean {
  if (expression?.kind !== 'operator') return false;
  const { operator, operands } = expression;
  if (operator === '&&') return operands.some(asksForOwn);
  if (operator === '||') return operands.every(asksForOwn);
  if (operator !== '==') return false;
  const context = operands.find((operand) => operand.kind === 'context');
  const event = operands.find((operand) => operand.kind === 'literal');
  return (
    context?.kind === 'context' &&
    context.path.join('.') === 'github.event.workflow_run.event' &&
    event?.kind === 'literal' &&
    ownEvents.has(String(event.value))
  );
}

const ownEvents = new Set(['push', 'schedule', 'workflow_dispatch', 'release', 'merge_group']);
