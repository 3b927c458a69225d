import { z } from 'zod';
import { ServiceError } from '../kernel/errors.ts';
import { issueSentence } from '../kernel/issue-sentence.ts';

/** How long an array, or how large an object, of a schema may be. */
interface SizeBound {
  /** Where it is, from the top. */
  path: string[];
  kind: 'array' | 'object';
  max: number;
  /** More than that is not a wrong value but too large a request. */
  isPayload: boolean;
}

/**
 * The bounds of a schema: `max` of its arrays, and `maxItems` or `maxProperties` where the schema's meta data says so. They are
 * checked before the schema, which looks at every item before it counts them.
 */
export function sizeBoundsOf(schema: z.ZodType, path: string[] = []): SizeBound[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape).flatMap(([name, field]) =>
      sizeBoundsOf(field as z.ZodType, [...path, name]),
    );
  }
  const { maxItems, maxProperties } = z.globalRegistry.get(inner) ?? {};
  if (inner instanceof z.ZodArray) {
    const max = maxItems ?? mostItems(inner);
    return typeof max === 'number' ? [{ path, kind: 'array', max, isPayload: maxItems !== undefined }] : [];
  }
  return typeof maxProperties === 'number'
    ? [{ path, kind: 'object', max: maxProperties, isPayload: false }]
    : [];
}

/** What `.max()` said; zod keeps it with its checks. */
function mostItems(schema: z.ZodArray): number | undefined {
  const checks = (schema._zod.def.checks ?? []).map(
    (one) => one._zod.def as { check: string; maximum?: number },
  );
  return checks.find(({ check }) => check === 'max_length')?.maximum;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in as z.ZodType);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema;
}

export function refuseTooLarge(bounds: readonly SizeBound[], input: unknown): void {
  for (const bound of bounds) {
    const size = sizeOf(valueAt(input, bound.path), bound.kind);
    if (size > bound.max) throw tooLarge(bound, size);
  }
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  let value = input;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function sizeOf(value: unknown, kind: SizeBound['kind']): number {
  if (kind === 'array') return Array.isArray(value) ? value.length : 0;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).length : 0;
}

function tooLarge({ path, kind, max, isPayload }: SizeBound, size: number): ServiceError {
  const name = path.join('.');
  if (isPayload) {
    const message = `Has ${size} items; one request may have ${max}.`;
    return new ServiceError('payload_too_large', `${name}: ${message}`, {
      details: [{ path: name, code: 'too_many', message }],
    });
  }
  const message =
    kind === 'array'
      ? issueSentence({ code: 'too_big', origin: 'array', maximum: max })!
      : `Must have at most ${max} fields.`;
  return new ServiceError('validation_failed', undefined, {
    details: [{ path: name, code: 'too_big', message }],
  });
}
