import { z } from 'zod';

/** Where a tensor is in the data of the file: its first byte and its length. */
const tensor = z.tuple([z.int().min(0), z.int().min(0)]);

/** How activations become codes before a linear layer: 1 / the step, the code of 0, and the first code of the window of 128 that is multiplied first. */
const range = z.strictObject({
  inverse: z.number().positive(),
  zero: z.int().min(0).max(255),
  window: z.int().min(0).max(127),
});

const linear = z.strictObject({
  input: range,
  /** Packed for the kernel: see encode.assembly. */
  weights: tensor,
  start: tensor,
  scale: tensor,
  bias: tensor,
});

const norm = z.strictObject({ weight: tensor, bias: tensor });

const layer = z.strictObject({
  qkv: linear,
  out: linear,
  norm1: norm,
  up: linear,
  down: linear,
  /** Inner channels that are computed in 32 bits. */
  loud: z.strictObject({ count: z.int().min(4).max(16), up: tensor, bias: tensor, down: tensor }).optional(),
  norm2: norm,
});

const headerSchema = z
  .strictObject({
    /** Numbers in a token's row; a multiple of 16, as are `inner` and the size of a head. */
    width: z.int().min(16).max(4096).multipleOf(16),
    inner: z.int().min(16).max(16_384).multipleOf(16),
    heads: z.int().min(1).max(64),
    vocabulary: z.int().min(1),
    positions: z.int().min(8).max(8192),
    epsilon: z.number().positive(),
    /** A vector of 8 bits for each word piece; `shared` where it is in the file of another model. */
    words: z.union([z.strictObject({ codes: tensor, scales: tensor }), z.literal('shared')]),
    places: tensor,
    norm,
    layers: z.array(layer).min(1).max(48),
    /** What stands for a text: the mean of its rows, or the first row alone, of which the last layer then computes no other. */
    pooling: z.enum(['mean', 'first']).optional(),
    /** A text may come in parts; where in the table of positions each begins. */
    parts: z.array(z.int().min(0)).min(1).max(8).optional(),
    /** What stands for a text, turned by a matrix; `dims` numbers come out. */
    turn: tensor,
    dims: z.int().min(4).multipleOf(4),
  })
  .refine(
    ({ parts = [0], positions }) => parts.every((at, i) => at < (parts[i + 1] ?? positions)),
    'the parts of a text must follow each other',
  )
  .refine(({ width, heads }) => width % (heads * 16) === 0, 'a head must have a multiple of 16 numbers');

export type EncoderHeader = z.output<typeof headerSchema>;
/** The header of a model whose table of word pieces is in its own memory. */
export type WholeHeader = EncoderHeader & { words: Exclude<EncoderHeader['words'], 'shared'> };
export type EncoderLayer = EncoderHeader['layers'][number];
export type Linear = z.output<typeof linear>;

export interface EncoderWeights {
  readonly header: EncoderHeader;
  readonly data: Uint8Array;
}

export interface WholeWeights {
  readonly header: WholeHeader;
  readonly data: Uint8Array;
}

const magic = 'LKENCODE';
const version = 1;

/**
 * The weights of an encoder in one flat file: 8 bytes of magic, the version and the length of the header as 32-bit numbers, the header as JSON, and from the
 * next multiple of 64 the data, as the kernel reads it, so that loading is one copy.
 */
export function readWeights(file: Uint8Array): EncoderWeights {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 16 || Buffer.from(file.subarray(0, 8)).toString('latin1') !== magic)
    throw new Error('This is not a file of encoder weights.');
  if (view.getUint32(8, true) !== version)
    throw new Error(
      `The encoder weights have version ${view.getUint32(8, true)}; this release reads ${version}.`,
    );
  const end = 16 + view.getUint32(12, true);
  if (end > file.length) throw new Error('The file of encoder weights is cut off.');
  const header = headerSchema.parse(JSON.parse(Buffer.from(file.subarray(16, end)).toString()));
  const data = file.subarray(aligned(end));
  for (const [start, bytes] of tensorsIn(header)) {
    if (start % 16 !== 0 || start + bytes > data.length)
      throw new Error('The file of encoder weights is cut off.');
  }
  return { header, data };
}

export function writeWeights({ header, data }: EncoderWeights): Uint8Array {
  const json = Buffer.from(JSON.stringify(headerSchema.parse(header)));
  const start = aligned(16 + json.length);
  const file = Buffer.alloc(start + data.length);
  file.write(magic, 'latin1');
  file.writeUInt32LE(version, 8);
  file.writeUInt32LE(json.length, 12);
  file.set(json, 16);
  file.set(data, start);
  return file;
}

function aligned(at: number): number {
  return Math.ceil(at / 64) * 64;
}

/** A model without a table of word pieces, with that of another one behind its data. */
export function withWords(model: EncoderWeights, other: EncoderWeights): WholeWeights {
  const { header, data } = model;
  const { words, vocabulary, width } = other.header;
  if (words === 'shared' || vocabulary !== header.vocabulary || width !== header.width)
    throw new Error('The word pieces of the other model do not fit.');
  const pieces: Uint8Array[] = [data];
  let top = data.length;
  const place = ([start, bytes]: readonly [number, number]): [number, number] => {
    const begin = aligned(top);
    pieces.push(new Uint8Array(begin - top), other.data.subarray(start, start + bytes));
    top = begin + bytes;
    return [begin, bytes];
  };
  const shared = { codes: place(words.codes), scales: place(words.scales) };
  return { header: { ...header, words: shared }, data: Buffer.concat(pieces) };
}

/** The same model, once it is seen to have its own table of word pieces. */
export function whole({ header, data }: EncoderWeights): WholeWeights {
  const { words } = header;
  if (words === 'shared')
    throw new Error('The file of encoder weights needs the word pieces of another model.');
  return { header: { ...header, words }, data };
}

/** Every pair of two numbers in the header is the place of a tensor. */
function tensorsIn(value: unknown): Array<readonly [number, number]> {
  if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number'))
    return [value as [number, number]];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(tensorsIn) : [];
}
