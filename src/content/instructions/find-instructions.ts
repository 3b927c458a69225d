import type { Found } from '../text-flag.ts';
import { agentOrders } from './agent-orders.ts';

/** Orders to a model in a text that should only inform it. */
export function findInstructions(text: string): Found[] {
  return agentOrders.flatMap(([pattern]) => {
    const match = pattern.exec(text);
    return match ? [{ ruleId: 'agent-order', start: match.index, end: match.index + match[0].length }] : [];
  });
}
