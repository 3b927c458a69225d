import { ExactNumber } from '../kernel/json/exact-number.ts';
import type { JsonObject, JsonValue } from '../kernel/json.ts';
import type { GuardPolicy } from './guard/guard-policy.ts';

/** What the owner of a namespace decided about it. */
export interface NamespaceSettings {
  /** Keys at the top of the metadata whose values are searched with the content, by their words. */
  searchableMetadata?: readonly string[];
  /** How many earlier versions of each entry are kept; none where it is absent. */
  history?: number;
  /** What is done about credentials, instructions, hidden characters and personal data in what is written. */
  guard?: GuardPolicy;
}

/** The most text of the metadata that is searched with each passage, in UTF-16 units. */
const maxSearched = 1_000;

/** The values of the searchable keys as a line of text; empty where there are none. */
export function searchableText(metadata: JsonObject, { searchableMetadata = [] }: NamespaceSettings): string {
  let text = '';
  for (const key of searchableMetadata) {
    if (!Object.hasOwn(metadata, key)) continue;
    for (const value of wordsOf(metadata[key]!)) text += `${value} `;
    if (text.length > maxSearched) break;
  }
  const searched = text.slice(0, maxSearched).trim();
  return searched === '' ? '' : `${searched}\n`;
}

function wordsOf(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.filter((item) => !Array.isArray(item)).flatMap(wordsOf);
  if (value instanceof ExactNumber) return [value.source];
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Whether an index that was built under the one also holds under the other. */
export function searchTheSame(a: NamespaceSettings, b: NamespaceSettings): boolean {
  const [one, other] = [a, b].map(({ searchableMetadata = [] }) => JSON.stringify(searchableMetadata));
  return one === other;
}

export function readStoredSettings(text: string): NamespaceSettings {
  return text === '{}' ? {} : (JSON.parse(text) as NamespaceSettings);
}
