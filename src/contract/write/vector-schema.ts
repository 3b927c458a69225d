import { z } from 'zod';
import { isJsonNumber, type JsonValue } from '../../kernel/json.ts';
import { memoryLimits } from '../../memory/limits.ts';

const { leastDims, mostDims } = memoryLimits;

/**
 * A vector as numbers, or as their 32-bit floats in base64 (little endian), brought to length 1. Read by hand: a schema for each number would take longer than
 * parsing the body.
 */
export const vector = z
  .unknown()
  .transform((value, context): Float32Array => {
    const numbers = typeof value === 'string' ? fromBase64(value) : fromArray(value as JsonValue);
    const unit = typeof numbers === 'string' ? numbers : toLengthOne(numbers);
    if (typeof unit !== 'string') return unit;
    context.addIssue({ code: 'custom', message: unit, params: { code: 'invalid_vector' } });
    return z.NEVER;
  })
  .meta({
    id: 'Vector',
    description: 'A vector as numbers, or as the base64 of its 32-bit floats (little endian).',
    anyOf: [
      { type: 'array', items: { type: 'number' }, minItems: leastDims, maxItems: mostDims },
      { type: 'string', contentEncoding: 'base64' },
    ],
  });

/** As an export has it: a third of the length of the numbers written out, and to the last bit. */
export function vectorText(numbers: Float32Array): string {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, i) => {
    bytes.writeFloatLE(number, i * 4);
  });
  return bytes.toString('base64');
}

/** The numbers, or what is wrong with them. */
function fromArray(value: JsonValue): Float64Array | string {
  if (!Array.isArray(value)) return 'Must be an array of numbers, or 32-bit floats in base64.';
  if (value.length > mostDims) return lengthMessage;
  const numbers = new Float64Array(value.length);
  for (let i = 0; i < numbers.length; i++) {
    const number = value[i];
    if (!isJsonNumber(number)) return 'Must be an array of numbers, or 32-bit floats in base64.';
    numbers[i] = Number(number);
  }
  return numbers;
}

function fromBase64(text: string): Float64Array | string {
  if (text.length > 6 * mostDims) return lengthMessage;
  const bytes = Buffer.from(text, 'base64');
  // The decoder skips what it does not know.
  if (bytes.toString('base64') !== text || bytes.length % 4 !== 0)
    return 'Must be base64 of 32-bit floats, with its padding.';
  return Float64Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

function toLengthOne(numbers: Float64Array): Float32Array | string {
  if (numbers.length < leastDims || numbers.length > mostDims) return lengthMessage;
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  if (!Number.isFinite(length) || length < 1e-12)
    return 'Must have a direction: not all zero, and no number beyond what can be squared.';
  return Float32Array.from(numbers, (number) => number / length);
}

const lengthMessage = `Must have ${leastDims} to ${mostDims} numbers.`;
