import type { Expression } from '../expression.ts';
import { someExpression } from './visit-texts.ts';

/** A condition that trusts a run because a bot caused its latest event. */
export function isBotCheck(part: Expression): boolean {
  if (part.kind === 'operator' && part.operator === '==') {
    const [left, right] = part.operands;
    return (isActor(left) && isBot(right)) || (isActor(right) && isBot(left));
  }
  if (part.kind !== 'call') return false;
  const [first, second] = part.args;
  if (/^(endswith|startswith|contains)$/.test(part.name) && isActor(first)) return isBot(second);
  // `contains(fromJSON('["dependabot[bot]"]'), github.actor)`
  return part.name === 'contains' && isActor(second) && someExpression(first, isBot);
}

function isActor(expression: Expression | undefined): boolean {
  return (
    expression?.kind === 'context' &&
    /^github\.(actor|actor_id|triggering_actor|event\.sender\.(login|id|type))$/.test(
      expression.path.join('.'),
    )
  );
}

/** Names of bots, and the account numbers of the two that everybody has. */
function isBot(expression: Expression | undefined): boolean {
  return (
    expression?.kind === 'literal' &&
    /\[bot\]|^(dependabot|renovate)|^(49699333|29139614|27856297)$|^Bot$/.test(expression.value)
  );
}
