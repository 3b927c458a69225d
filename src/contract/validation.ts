import type { z } from 'zod';
import { type ErrorDetail, ServiceError } from '../kernel/errors.ts';
import { isRequired, issueSentence } from '../kernel/issue-sentence.ts';

const maxDetails = 20;
// Names that a caller made up come back in the answer; one of a megabyte need not.
const maxNameLength = 100;

/** A field that may be left out; null counts as left out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Parses a part of the request, or throws with one detail for each wrong field. */
export function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  // Once more for the words: handing them in costs every request that is right.
  const result = schema.safeParse(input, { error: issueSentence });
  if (result.success) return result.data;
  const details = result.error.issues.slice(0, maxDetails).flatMap(describeIssue).slice(0, maxDetails);
  throw new ServiceError('validation_failed', undefined, { details });
}

function describeIssue(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = formatPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxDetails).map((key) => ({
      path: formatPath([...issue.path, key]),
      code: 'unknown_field',
      message: 'There is no such field.',
    }));
  }
  const code = issue.code === 'custom' ? String(issue.params?.['code'] ?? 'invalid') : issue.code;
  if (issue.message === isRequired) return [{ path, code: 'required', message: isRequired }];
  return [{ path, code, message: issue.message }];
}

/** `['entries', 3, 'content']` is `entries[3].content`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text === '' ? '' : `${text}.`}${nameOf(part)}`,
    '',
  );
}

function nameOf(part: PropertyKey): string {
  const name = String(part);
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength)}…`;
}
