import type { Filter } from '../../../../clients/typescript/src/types.ts';
import { isWrittenNumber, readJson } from '../../api/exact-json.ts';

type Condition = Extract<Filter, { path: string }>;
export type Operator = Condition['op'];

/** One row of the filter builder, as it is typed. */
export interface Row {
  field: string;
  op: Operator;
  value: string;
}

export const operators: ReadonlyArray<[Operator, string]> = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['contains', 'contains'],
  ['gt', 'is greater than'],
  ['gte', 'is at least'],
  ['lt', 'is less than'],
  ['lte', 'is at most'],
  ['in', 'is one of'],
  ['nin', 'is none of'],
  ['exists', 'exists'],
];

export const ownFields = [
  'createdAt',
  'updatedAt',
  'expiresAt',
  'occurredAt',
  'externalId',
  'flags/kind',
  'source/kind',
  'source/trust',
];

/** What is a text in every entry, whatever it looks like: an id of one's own is often a number. */
const textFields = new Set(ownFields.filter((name) => name !== 'source/trust').map((name) => `/${name}`));

/** What rows mean to the service; nothing when no row is filled in. */
export function filterOf(rows: readonly Row[], join: 'and' | 'or'): Filter | undefined {
  const conditions = rows.filter(({ field }) => field.trim()).map(conditionOf);
  if (conditions.length < 2) return conditions[0];
  return join === 'and' ? { and: conditions } : { or: conditions };
}

function conditionOf({ field, op, value }: Row): Filter {
  const path = pointerOf(field.trim());
  const read = textFields.has(path) ? readText : readValue;
  if (op === 'exists') return { path, op, value: value.trim() !== 'false' };
  if (op === 'in' || op === 'nin') return { path, op, value: value.split(',').map(read) };
  return { path, op, value: read(value) };
}

/** A name is a key of the metadata; a pointer that begins with `/` leads deeper into it. */
function pointerOf(field: string): string {
  if (ownFields.includes(field)) return `/${field}`;
  if (field.startsWith('/')) return `/metadata${field}`;
  return `/metadata/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** `7`, `true` and `"7"` are what JSON says they are; everything else is a text. */
function readValue(text: string): unknown {
  const trimmed = text.trim();
  try {
    const value = readJson(trimmed);
    return typeof value === 'object' && value !== null && !isWrittenNumber(value) ? trimmed : value;
  } catch {
    return trimmed;
  }
}

function readText(text: string): string {
  const value = readValue(text);
  return typeof value === 'string' ? value : text.trim();
}
