import { literalValue, unknownValue, type Value } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Run } from '../run.ts';

/** What a schema gives for a value: nothing but the fields that it names, and in those of numbers, identifiers and lists of texts nothing that could do harm. */
export function schemaResult(run: Run, schema: Value, input: Value, where: 'itself' | 'data'): Value {
  const result = conforming(run, schema, input, maxDepth);
  return where === 'data' ? withFields(new Map([['data', result]]), unknownValue) : result;
}

function conforming(run: Run, schema: Value, input: Value, depth: number): Value {
  if (depth > 0 && schema.shape?.kind === 'map')
    return withFields(
      new Map(
        [...schema.shape.fields].map(([key, field]) => [key, conforming(run, field, input, depth - 1)]),
      ),
      undefined,
    );
  const maker = schema.name?.segment === callSegment ? schema.name.parent : undefined;
  const isHarmless = maker && run.rules.match(maker)?.sanitizers.some(({ harmless }) => harmless);
  return isHarmless ? literalValue : input;
}

function withFields(fields: ReadonlyMap<string, Value>, rest: Value | undefined): Value {
  return { ...unknownValue, shape: { kind: 'map', fields, rest, length: undefined } };
}

const maxDepth = 4;
