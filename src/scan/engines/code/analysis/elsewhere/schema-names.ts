import { type Schema, schemaElsewhere } from '../../domain/schemas/schema.ts';
import type { Value } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Run } from '../run.ts';
import { segmentsElsewhere } from './awaited-names.ts';

/** A value that another file may have: a schema there, or an object of a class that says what it holds. */
export function elsewhereOf(run: Run, value: Value, library = '', isObject = false): Schema | undefined {
  const { name, constant, shape, closures, instance, taint } = value;
  if (!name || constant !== undefined || shape || closures || instance) return undefined;
  if (taint?.some(({ origin }) => origin.k === 'source')) return undefined;
  const named = segmentsElsewhere(run, name);
  const isMade = named?.at(-1) === callSegment;
  if (!named || named.length > maxSegments || (isMade && !isObject)) return undefined;
  const segments = isMade ? named.slice(0, -1) : named;
  return segments.includes(callSegment) ? undefined : schemaElsewhere(segments, library);
}

const maxSegments = 8;
