import { describe, expect, test } from 'vitest';
import { Encoder, type EncoderText } from './encoder.ts';
import { layOut, maxRowsOf, type Workspace } from './encoder-memory.ts';
import type { EncodeKernel } from './kernel.ts';
import { TransformerModel } from './transformer-model.ts';
import {
  type EncoderHeader,
  readWeights,
  type WholeHeader,
  whole,
  withWords,
  writeWeights,
} from './weights-file.ts';

const linear = (at: number) => ({
  input: { inverse: at + 0.5, zero: at % 256, window: at % 128 },
  weights: [at, 16] as [number, number],
  start: [at + 16, 16] as [number, number],
  scale: [at + 32, 16] as [number, number],
  bias: [at + 48, 16] as [number, number],
});
const norm = (at: number) => ({
  weight: [at, 16] as [number, number],
  bias: [at + 16, 16] as [number, number],
});
const layer = (at: number) => ({
  qkv: linear(at),
  out: linear(at + 64),
  norm1: norm(at + 128),
  up: linear(at + 160),
  down: linear(at + 224),
  norm2: norm(at + 288),
});
const header = {
  width: 32,
  inner: 64,
  heads: 2,
  vocabulary: 100,
  positions: 10,
  epsilon: 1e-12,
  words: { codes: [0, 32] as [number, number], scales: [32, 16] as [number, number] },
  places: [48, 16] as [number, number],
  norm: norm(64),
  layers: [layer(96), layer(416)],
  turn: [736, 16] as [number, number],
  dims: 8,
} satisfies WholeHeader;
const data = Uint8Array.from({ length: 752 }, (_, i) => i % 251);

describe('the memory of an encoder', () => {
  test.each<[string, Partial<EncoderHeader>, number]>([
    ['a text of ten pieces', {}, 12],
    ['a text of twelve', { positions: 12 }, 12],
    ['texts of one part', { parts: [0] }, 12],
    ['texts in parts, of which many run together', { parts: [0, 5] }, 512],
    ['long texts in parts', { positions: 514, parts: [0, 5] }, 516],
  ])('has rows for %s', (_, change, rows) => {
    expect(maxRowsOf({ ...header, ...change })).toBe(rows);
  });

  test('has a place for everything, as long as it may get, and none in another', () => {
    const { weights, workspaces, bytes } = layOut(header, data.length, 2);
    expect(weights).toBe(4_096);
    const [rows, tokens, width, inner, head] = [12, 16, 32, 64, 16];
    // A count and two entries of twelve bytes for every four inputs, in multiples of 16.
    const [spill, innerSpill] = [208, 400];
    const sizes = {
      pieces: rows * 4,
      x: rows * width * 4,
      y: rows * width * 4,
      qkv: rows * width * 12,
      codes: rows * width * 4,
      spill: rows * spill,
      innerCodes: rows * inner * 4,
      innerSpill: rows * innerSpill,
      keys: tokens * head * 4,
      values: tokens * head * 4,
      scores: tokens * 16,
      attention: tokens * 16,
      queries: head * 64,
      mean: width * 4,
      vector: 8 * 4,
      scratch: 1_152,
    };
    let next = 4_096 + 768;
    for (const workspace of workspaces) {
      expect([workspace.spillBytes, workspace.innerSpillBytes]).toEqual([spill, innerSpill]);
      for (const [name, size] of Object.entries(sizes)) {
        expect([name, workspace[name as keyof Workspace]]).toEqual([name, next]);
        next += Math.ceil(size / 64) * 64;
      }
    }
    expect(bytes).toBe(next);
    expect(workspaces).toHaveLength(2);
  });
});

/** What the kernel is asked to do, with the names of places instead of numbers, and what it finds there. */
async function callsOf(header: WholeHeader, texts: readonly EncoderText[]): Promise<string> {
  const names = [
    ...['weights', 'pieces', 'x', 'y', 'qkv', 'codes', 'spill', 'innerCodes', 'innerSpill', 'keys', 'values'],
    ...['scores', 'attention', 'queries', 'mean', 'vector', 'scratch'],
  ];
  const step = 10_240;
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 4, shared: true });
  const places = Object.fromEntries(names.map((name, i) => [name, (i + 1) * step]));
  const lines: string[] = [];
  const written = (value: number) => {
    const name = names[Math.floor(value / step) - 1];
    if (!name || !Number.isInteger(value)) return String(value);
    return value % step === 0 ? name : `${name}+${value % step}`;
  };
  const view = new DataView(memory.buffer);
  for (let row = 0; row < 16; row++) view.setInt32(places.spill! + row * 208, 7, true);
  const kernel = new Proxy({} as EncodeKernel, {
    get:
      (_, name: string) =>
      (...args: number[]) => {
        lines.push(`${name} ${args.map(written).join(' ')}`);
        if (name === 'embed')
          lines.push(`  pieces: ${[...new Int32Array(memory.buffer, places.pieces, args[1])].join(' ')}`);
        if (name === 'attend') {
          // The first number of each row says which it was.
          for (let row = 0; row < args[1]!; row++)
            for (const table of ['x', 'y'] as const)
              new Float32Array(
                memory.buffer,
                places[table]! + ((args[5]! - places.y!) / 128 + row) * 128,
                1,
              )[0] = args[0]! + row;
        }
        if (name === 'quantise') {
          const first = (table: string) => (row: number) =>
            written(new Float32Array(memory.buffer, places[table]! + row * 128, 1)[0]!);
          const rows = [...Array(args[1]).keys()];
          lines.push(`  rows: ${rows.map(first('x')).join(' ')} / ${rows.map(first('y')).join(' ')}`);
          const counts = Array.from({ length: 12 }, (_, row) =>
            view.getInt32(places.spill! + row * 208, true),
          );
          lines.push(`  spills: ${counts.join(' ')}`);
        }
        if (name === 'turn') new Float32Array(memory.buffer, places.vector, 8).fill(lines.length);
      },
  });
  const work = { ...places, spillBytes: 208, innerSpillBytes: 400 } as unknown as Workspace;
  const vectors = new Encoder(header, kernel, memory, places.weights!, work).encode(texts);
  lines.push(`vectors: ${vectors.map((vector) => `${vector.length} of ${vector[0]}`).join(', ')}`);
  return lines.join('\n');
}

test('the steps of the encoder are those that were written down', async () => {
  const loud = {
    count: 4,
    up: [0, 16] as [number, number],
    bias: [16, 16] as [number, number],
    down: [32, 16] as [number, number],
  };
  const transcripts = {
    'two texts, of which the mean stands for each': await callsOf(header, [[[1, 2, 3]], [[4, 5]]]),
    'texts in parts, of which the first row stands for each, with loud channels': await callsOf(
      { ...header, pooling: 'first', parts: [0, 6], layers: [header.layers[0]!, { ...layer(416), loud }] },
      [
        [[1, 2], [3]],
        [[4], [5, 6]],
      ],
    ),
  };
  const text = Object.entries(transcripts).map(([title, calls]) => `# ${title}\n${calls}\n`);
  await expect(text.join('\n')).toMatchFileSnapshot('encoder-calls.txt');
});

describe('a file of weights', () => {
  const file = writeWeights({ header, data });
  const changed = (change: (file: Buffer) => void) => {
    const copy = Buffer.from(file);
    change(copy);
    return copy;
  };
  const refused = (change: Partial<Record<keyof EncoderHeader, unknown>>) => () =>
    writeWeights({ header: { ...header, ...change } as never, data });

  test('is read as it was written, its data from a multiple of 64 on', () => {
    const read = readWeights(file);
    expect(read.header).toEqual(header);
    expect(Buffer.compare(read.data, data)).toBe(0);
    expect((file.length - data.length) % 64).toBe(0);
    expect(Buffer.from(file.subarray(0, 8)).toString()).toBe('LKENCODE');
  });

  test('is refused where it is cut off, of another kind or of another version', () => {
    expect(() => readWeights(file.subarray(0, 15))).toThrow('not a file of encoder weights');
    expect(() => readWeights(changed((copy) => copy.write('X', 0)))).toThrow('not a file of encoder weights');
    expect(() => readWeights(changed((copy) => copy.write('X', 7)))).toThrow('not a file of encoder weights');
    expect(() => readWeights(changed((copy) => void copy.writeUInt32LE(3, 8)))).toThrow(
      'The encoder weights have version 3; this release reads 1.',
    );
    expect(() => readWeights(file.subarray(0, 16))).toThrow('cut off');
    expect(() => readWeights(file.subarray(0, file.length - 1))).toThrow('cut off');
    const unaligned = { ...header, turn: [728, 16] as [number, number] };
    expect(() => readWeights(writeWeights({ header: unaligned, data }))).toThrow('cut off');
  });

  test.each<[string, Partial<Record<keyof EncoderHeader, unknown>>]>([
    ['a width of 0', { width: 0 }],
    ['a width that is no multiple of 16', { width: 40, heads: 1 }],
    ['a width of more than 4,096', { width: 4_112, heads: 1 }],
    ['more than 16,384 inner numbers', { inner: 16_400 }],
    ['no heads', { heads: 0 }],
    ['65 heads', { heads: 65, width: 1_040 }],
    ['heads of fewer than 16 numbers', { heads: 4 }],
    ['no vocabulary', { vocabulary: 0 }],
    ['7 positions', { positions: 7 }],
    ['8,193 positions', { positions: 8_193 }],
    ['no epsilon', { epsilon: 0 }],
    ['no layers', { layers: [] }],
    ['49 layers', { layers: Array(49).fill(layer(96)) }],
    ['no part', { parts: [] }],
    ['nine parts', { parts: [0, 1, 2, 3, 4, 5, 6, 7, 8] }],
    ['parts that do not follow each other', { parts: [0, 4, 4] }],
    ['a part behind the last position', { parts: [0, 10] }],
    ['no dims', { dims: 0 }],
    ['dims that are no multiple of 4', { dims: 6 }],
    ['a tensor before the beginning', { turn: [-16, 16] }],
    [
      'loud channels that are too few',
      { layers: [{ ...layer(96), loud: { count: 3, up: [0, 0], bias: [0, 0], down: [0, 0] } }] },
    ],
    [
      'loud channels that are too many',
      { layers: [{ ...layer(96), loud: { count: 17, up: [0, 0], bias: [0, 0], down: [0, 0] } }] },
    ],
    [
      'a code of zero beyond 255',
      { layers: [{ ...layer(96), up: { ...linear(96), input: { inverse: 1, zero: 256, window: 0 } } }] },
    ],
    [
      'a window beyond 127',
      { layers: [{ ...layer(96), up: { ...linear(96), input: { inverse: 1, zero: 0, window: 128 } } }] },
    ],
    [
      'a step of nothing',
      { layers: [{ ...layer(96), up: { ...linear(96), input: { inverse: 0, zero: 0, window: 0 } } }] },
    ],
    ['a field that nobody knows', { other: 1 } as never],
  ])('is not written with %s', (_, change) => {
    expect(refused(change)).toThrow();
  });

  test.each<[string, Partial<Record<keyof EncoderHeader, unknown>>]>([
    ['the narrowest', { width: 16, inner: 16, heads: 1, vocabulary: 1, positions: 8, dims: 4 }],
    [
      'the widest',
      { width: 4_096, inner: 16_384, heads: 64, positions: 8_192, layers: Array(48).fill(layer(96)) },
    ],
    ['eight parts', { parts: [0, 1, 2, 3, 4, 5, 6, 7] }],
    ['the last position', { parts: [0, 9] }],
    [
      'the fewest loud channels',
      { layers: [{ ...layer(96), loud: { count: 4, up: [0, 0], bias: [0, 0], down: [0, 0] } }] },
    ],
    [
      'the most loud channels',
      { layers: [{ ...layer(96), loud: { count: 16, up: [0, 0], bias: [0, 0], down: [0, 0] } }] },
    ],
    [
      'the greatest codes',
      { layers: [{ ...layer(96), up: { ...linear(96), input: { inverse: 1, zero: 255, window: 127 } } }] },
    ],
  ])('is written with %s', (_, change) => {
    expect(refused(change)).not.toThrow();
  });

  test('without word pieces takes those of another model behind its data, from multiples of 64 on', () => {
    const bare = { header: { ...header, words: 'shared' as const }, data: data.subarray(0, 700) };
    expect(() => whole(bare)).toThrow('needs the word pieces of another model');
    const put = withWords(bare, { header, data });
    expect(put.header.words).toEqual({ codes: [704, 32], scales: [768, 16] });
    expect(put.data).toHaveLength(784);
    expect([...put.data.subarray(0, 700)]).toEqual([...data.subarray(0, 700)]);
    expect([...put.data.subarray(704, 736)]).toEqual([...data.subarray(0, 32)]);
    expect([...put.data.subarray(768, 784)]).toEqual([...data.subarray(32, 48)]);
    expect(whole(put).header).toEqual(put.header);
    for (const other of [{ ...header, vocabulary: 99 }, { ...header, width: 64 }, bare.header])
      expect(() => withWords(bare, { header: other, data })).toThrow('do not fit');
  });
});

test.each<[string, EncoderText[], string | undefined]>([
  ['no part', [[]], 'A text of 0 parts does not fit the model.'],
  ['three parts', [[[1], [1], [1]]], 'A text of 3 parts does not fit the model.'],
  ['an empty part', [[[1], []]], 'A text of 0 pieces does not fit the model.'],
  ['a first part up to the second', [[[1, 1, 1, 1]]], undefined],
  ['a first part that is longer', [[[1, 1, 1, 1, 1]]], 'A text of 5 pieces does not fit the model.'],
  ['a second part up to the end', [[[1], [1, 1, 1, 1, 1, 1]]], undefined],
  ['a second part that is longer', [[[1], Array(7).fill(1)]], 'A text of 7 pieces does not fit the model.'],
  ['the last piece', [[[99]]], undefined],
  ['a piece behind the last', [[[100]]], 'A text has a piece that the model does not know.'],
  ['a piece before the first', [[[-1]]], 'A text has a piece that the model does not know.'],
  ['half a piece', [[[0.5]]], 'A text has a piece that the model does not know.'],
  ['512 rows', Array(128).fill([[1, 1, 1, 1]]), undefined],
  ['513 rows', [...Array(128).fill([[1, 1, 1, 1]]), [[1]]], 'A batch of 513 pieces does not fit the model.'],
])('a batch with %s', async (_, batch, refusal) => {
  const model = TransformerModel.start({ header: { ...header, parts: [0, 4] }, data }, 2);
  expect(model.threads).toBe(2);
  // Closed, so that no thread is started: what is refused is refused before.
  await model.close();
  await expect(model.runParts(batch)).rejects.toThrow(refusal ?? 'The model is closed.');
});
