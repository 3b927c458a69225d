import type { EncoderHeader, EncoderWeights } from '../../src/memory/embedding/transformer/weights-file.ts';

/** The same model without its table of word pieces, for one that shares the table of another. */
export function withoutWords({ header, data }: EncoderWeights): EncoderWeights {
  const pieces: Uint8Array[] = [];
  let top = 0;
  const place = ([start, bytes]: readonly [number, number]): [number, number] => {
    const begin = Math.ceil(top / 64) * 64;
    pieces.push(new Uint8Array(begin - top), data.subarray(start, start + bytes));
    top = begin + bytes;
    return [begin, bytes];
  };
  const moved = withTensors({ ...header, words: 'shared' }, place) as EncoderHeader;
  return { header: moved, data: Buffer.concat(pieces) };
}

/** Every pair of two numbers in the header is the place of a tensor. */
function withTensors(
  value: unknown,
  place: (tensor: readonly [number, number]) => [number, number],
): unknown {
  if (Array.isArray(value)) {
    const isTensor = value.length === 2 && value.every((part) => typeof part === 'number');
    return isTensor ? place(value as [number, number]) : value.map((part) => withTensors(part, place));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTensors(part, place)]));
}
