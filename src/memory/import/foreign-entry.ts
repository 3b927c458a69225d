import { createHash } from 'node:crypto';
import { hasPlainYear } from '../../kernel/iso-time.ts';
import { parseJsonExactly } from '../../kernel/json/exact-parse.ts';
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { memoryLimits } from '../limits.ts';

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

/** What tells a record from all others, as text: whatever it is made of, two of them never have the same. */
export function idOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (isJsonNumber(value)) return String(value);
  // An id of MongoDB.
  const objectId = isJsonObject(value) && Object.keys(value).length === 1 ? value['$oid'] : undefined;
  return typeof objectId === 'string' ? objectId : JSON.stringify(value);
}

/** The external id of a record of another program; one that is too long is named by its hash. */
export function namedAfter(program: string, id: string): string {
  const name = `${program}:${id}`;
  return Buffer.byteLength(name) <= memoryLimits.externalIdBytes ? name : `${program}:${hashOf(id)}`;
}

/** What a record without an id is named by, so that importing it twice changes nothing, and the same words about two things are two entries. */
export function hashOfRecord(
  content: string,
  ...more: ReadonlyArray<JsonObject | string | undefined>
): string {
  const told = more.filter(
    (one) => one !== undefined && (typeof one === 'string' || Object.keys(one).length > 0),
  );
  return hashOf(told.length === 0 ? content : JSON.stringify([content, ...told]));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * Times as other programs write them, in the form that we take; what cannot be read is omitted. A time without a zone is one of UTC, wherever it is imported. Numbers
 * are seconds where milliseconds would be far in the past, and microseconds where they would be far in the future; in CSV they are texts.
 */
export function timeOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const date = new Date(
    typeof value === 'number' || epoch.test(value) ? millisecondsOf(Number(value)) : inUtc(value),
  );
  const ms = date.getTime();
  return Number.isNaN(ms) || !hasPlainYear(ms) ? undefined : date.toISOString();
}

const epoch = /^\s*\d{9,16}(\.\d+)?\s*$/;
const withoutZone = /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(:\d\d([.,]\d+)?)?)\s*$/;

function millisecondsOf(time: number): number {
  if (Math.abs(time) < 1e11) return time * 1_000;
  return Math.abs(time) < 1e14 ? time : time / 1_000;
}

function inUtc(text: string): string {
  return text.replace(withoutZone, (_, day: string, time: string) => `${day}T${time.replace(',', '.')}Z`);
}
