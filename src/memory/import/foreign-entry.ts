import { parseJsonExactly } from '../../kernel/json/exact-parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';

/** A line of our own import format, made from what another memory exported. */
export interface ForeignEntry {
  content: string;
  metadata: JsonObject;
  /** Names where it came from, so that importing the same file again changes nothing. */
  externalId: string;
  createdAt?: string;
  updatedAt?: string;
}

/** What a reader makes of a record: an entry, or undefined where the record has no text. Such records are skipped and counted. */
export type ForeignRecord = ForeignEntry | undefined;

/** The file is not what it was said to be. */
export class ForeignFormatError extends Error {}

/** Reads a file that holds one JSON value, or one on each line. */
export function parseJsonOrLines(text: string): JsonValue[] {
  try {
    return [parseJsonExactly(text)];
  } catch {
    // Not one value; perhaps one on each line.
  }
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [parseJsonExactly(line)];
    } catch {
      throw new ForeignFormatError(`Line ${i + 1} is not JSON.`);
    }
  });
}

export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && /\S/.test(value) ? value : undefined;
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Times as other programs write them, in the form that we take; what cannot be read is omitted. */
export function timeOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // Numbers are seconds where milliseconds would be far in the past.
  const time = typeof value === 'number' && value < 1e11 ? value * 1_000 : value;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
