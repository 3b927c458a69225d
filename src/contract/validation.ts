import { z } from 'zod';
import { type ErrorDetail, ServiceError } from '../kernel/errors.ts';
import { formatPath } from '../kernel/issue-path.ts';
import { isRequired, issueSentence } from '../kernel/issue-sentence.ts';
import { meantField } from './known-fields.ts';
import { refuseTooLarge, sizeBoundsOf } from './size-bounds.ts';

const maxDetails = 20;

/** A field that may be omitted; null counts as omitted. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Parses a part of the request, or throws with one detail for each wrong field. Not for a loop: what a schema allows is read anew. */
export function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  return checker(schema)(input);
}

/** The same for a schema that is used again and again. */
export function checker<Schema extends z.ZodType>(schema: Schema): (input: unknown) => z.output<Schema> {
  const bounds = sizeBoundsOf(schema);
  return (input) => {
    refuseTooLarge(bounds, input);
    const parsed = schema._zod.run({ value: input, issues: [] }, { async: false });
    if (parsed instanceof Promise) throw new Error('Schemas of requests must not be asynchronous.');
    if (parsed.issues.length === 0) return parsed.value as z.output<Schema>;
    throw new ServiceError('validation_failed', undefined, { details: describe(parsed.issues, schema) });
  };
}

/** Words are found for what is shown only: a request can have a hundred thousand faults. */
function describe(issues: readonly z.core.$ZodRawIssue[], schema: z.ZodType): ErrorDetail[] {
  const context = { error: issueSentence };
  return issues
    .slice(0, maxDetails)
    .flatMap((issue) => describeIssue(z.core.util.finalizeIssue(issue, context, z.config()), schema))
    .slice(0, maxDetails);
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType): ErrorDetail[] {
  const path = formatPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxDetails).map((key) => ({
      path: formatPath([...issue.path, key]),
      code: 'unknown_field',
      message: unknownField(meantField(schema, issue.path, key)),
    }));
  }
  const code = issue.code === 'custom' ? String(issue.params?.['code'] ?? 'invalid') : issue.code;
  if (issue.message === isRequired) return [{ path, code: 'required', message: isRequired }];
  return [{ path, code, message: issue.message }];
}

function unknownField(meant: string | undefined): string {
  return meant === undefined ? 'There is no such field.' : `There is no such field; did you mean "${meant}"?`;
}
