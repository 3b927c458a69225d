/** The most a response may cost: clients refuse what is much longer, and a model's attention is not free. */
export const defaultAnswerTokens = 4_000;
export const maxAnswerTokens = 20_000;

export type CountTokens = (text: string) => number;

/** Joins items until the next one does not fit; none is cut. Gives how many are in. */
export function fitItems(
  items: readonly string[],
  maxTokens: number,
  countTokens: CountTokens,
): { text: string; count: number } {
  let left = maxTokens;
  let count = 0;
  for (const item of items) {
    left -= countTokens(item) + 1;
    if (left < 0) break;
    count++;
  }
  return { text: items.slice(0, count).join('\n'), count };
}

/** One long text within the budget; what is cut is said. */
export function fitText(text: string, maxTokens: number, countTokens: CountTokens): string {
  const lines = text.split('\n');
  const { text: fitting, count } = fitItems(lines, maxTokens, countTokens);
  return count === lines.length ? text : `${fitting}\n… ${lines.length - count} more lines.`;
}
