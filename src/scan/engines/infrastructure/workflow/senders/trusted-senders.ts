import { type Expression, parseExpression } from '../expression.ts';
import type { Taint } from '../taint.ts';
import { isOwnBranch } from './own-runs.ts';

/**
 * Whether a condition lets only people of the repository write the text: `github.event.comment.author_association == 'OWNER'`, or one of a fixed list. It speaks of
 * the author of one object: who comments has not written the title.
 */
export function isWrittenByTrusted(condition: string, taint: Taint): boolean {
  const object = objectOf(taint.source);
  if (object === undefined || !/author_association/i.test(condition)) return false;
  return asks(parseExpression(condition.replace(/^\s*\$\{\{|\}\}\s*$/g, '')), object);
}

/** The same of all conditions in front of a place: one of them is enough. Who started a workflow by a comment or a review has written that, and nothing else. */
export function markTrusted(taint: Taint, conditions: readonly string[], isForCollaborators: boolean): Taint {
  const object = objectOf(taint.source);
  return (isForCollaborators && (object === 'comment' || object === 'review')) ||
    conditions.some((condition) => isWrittenByTrusted(condition, taint)) ||
    isOwnBranch(taint, conditions)
    ? { ...taint, byTrusted: true }
    : taint;
}

function asks(expression: Expression | undefined, object: string): boolean {
  if (expression?.kind === 'call') return isListed(expression, object);
  if (expression?.kind !== 'operator') return false;
  const { operator, operands } = expression;
  if (operator === '&&') return operands.some((operand) => asks(operand, object));
  if (operator === '||') return operands.every((operand) => asks(operand, object));
  if (operator !== '==') return false;
  const [left, right] = operands;
  return (
    (isAssociation(left, object) && isTrustedLiteral(right)) ||
    (isAssociation(right, object) && isTrustedLiteral(left))
  );
}

/** `contains(fromJSON('["OWNER", "MEMBER"]'), …)`; of a list as a text every word counts. */
function isListed({ name, args }: Expression & { kind: 'call' }, object: string): boolean {
  const [list, wanted] = args;
  if (name !== 'contains' || !isAssociation(wanted, object)) return false;
  const inner = list?.kind === 'call' && list.name === 'fromjson' ? list.args[0] : list;
  return isTrustedLiteral(inner);
}

function isAssociation(expression: Expression | undefined, object: string): boolean {
  return (
    expression?.kind === 'context' &&
    expression.path.join('.') === `github.event.${object}.author_association`
  );
}

function isTrustedLiteral(expression: Expression | undefined): boolean {
  if (expression?.kind !== 'literal') return false;
  const words = expression.value.match(/\w+/g) ?? [];
  return words.length > 0 && words.every((word) => trusted.has(word.toUpperCase()));
}

const trusted = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** `github.event.comment.body` and `context.payload.comment.body`: the comment. */
function objectOf(source: string): string | undefined {
  return /^(?:github\.event|context\.payload)\.(comment|issue|pull_request|review|discussion)\b/.exec(
    source,
  )?.[1];
}
