/** What JSON of newer browsers can: https://github.com/tc39/proposal-json-parse-with-source */
interface SourceJson {
  rawJSON?(text: string): object;
  isRawJSON?(value: unknown): boolean;
}

const { rawJSON, isRawJSON }: SourceJson = JSON as SourceJson;
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Only where a number may be more than a double holds; most responses have none. */
const mayBeInexact = /\d{16}|\d[eE]/;

/**
 * JSON whose numbers are written again as they were, such as an order number of twenty digits in metadata, which an edited entry must not
 * bring back rounded. Where a browser cannot do that it is ordinary JSON.
 */
export function readJson(text: string): unknown {
  if (!rawJSON || !mayBeInexact.test(text)) return JSON.parse(text);
  const revive: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value;
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}

/** Whether it is a number that `readJson` has kept as it was written. */
export function isWrittenNumber(value: unknown): boolean {
  return isRawJSON?.(value) ?? false;
}
