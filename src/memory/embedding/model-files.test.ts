import { expect, test } from 'vitest';
import { memoryLimits } from '../limits.ts';
import { parseManifest } from './model-manifest.ts';
import { prefixed, remoteProviders } from './remote-provider.ts';
import { readWeights, whole, withWords, writeWeights } from './transformer/weights-file.ts';

const file = { path: 'a.bin', sha256: 'a'.repeat(64) };
const manifest = {
  id: 'small-1',
  kind: 'encoder',
  dims: 64,
  maxTokens: 128,
  model: file,
  tokenizer: file,
  calibration: {
    points: [
      [0, 0],
      [1, 1],
    ],
  },
  licence: 'MIT',
  origin: 'here',
  notice: 'none',
};

test('a manifest says what a model is, with defaults for what it leaves out', () => {
  expect(parseManifest(JSON.stringify(manifest))).toEqual({
    ...manifest,
    pairs: 0,
    calibration: { ...manifest.calibration, meaningWeight: { prose: 0.48, code: 0.95, otherWords: 1 } },
  });
});

const points = (...list: Array<[number, number]>) => ({ calibration: { points: list } });

test.each<[change: object, isRight: boolean]>([
  [{ dims: 8 }, true],
  [{ dims: 7 }, false],
  [{ dims: 4096 }, true],
  [{ dims: 4097 }, false],
  [{ maxTokens: 16 }, true],
  [{ maxTokens: 15 }, false],
  [{ maxTokens: 8192 }, true],
  [{ maxTokens: 8193 }, false],
  [{ pairs: 0 }, true],
  [{ pairs: -1 }, false],
  [{ id: 'Upper' }, false],
  [{ id: 'a'.repeat(64) }, true],
  [{ id: 'a'.repeat(65) }, false],
  [{ licence: '' }, false],
  [{ origin: '' }, false],
  [{ notice: '' }, false],
  [{ licence: 'x', origin: 'y', notice: 'z' }, true],
  [{ wordsOf: '' }, false],
  [{ wordsOf: 'x' }, true],
  [{ model: { ...file, path: '' } }, false],
  [{ model: { path: 'x', sha256: file.sha256 } }, true],
  [{ other: 1 }, false],
  [points([0, 0]), false],
  [points([-1, 0], [1, 1]), true],
  [points([-1.1, 0], [1, 1]), false],
  [points([0, 0], [1.1, 1]), false],
  [points([0, -0.1], [1, 1]), false],
  [points([0, 0], [1, 1.1]), false],
  [points([0.5, 0], [0.5, 1]), false],
  [points([0, 0.5], [1, 0.5]), true],
  [points([0, 0.5], [1, 0.4]), false],
  [points([0, 0], [0.5, 0.5], [0.4, 1]), false],
  [{ calibration: { ...manifest.calibration, scripts: [] } }, false],
  [{ calibration: { ...manifest.calibration, scripts: ['Latin'] } }, true],
  [
    { calibration: { ...manifest.calibration, meaningWeight: { prose: 1.1, code: 0, otherWords: 0 } } },
    false,
  ],
  [
    { calibration: { ...manifest.calibration, meaningWeight: { prose: 1, code: 0, otherWords: -0.1 } } },
    false,
  ],
])('a manifest with %o is right: %s', (change, isRight) => {
  const parse = () => parseManifest(JSON.stringify({ ...manifest, ...change }));
  if (isRight) expect(parse).not.toThrow();
  else expect(parse).toThrow();
});

const at: [number, number] = [0, 16];
const range = { inverse: 1, zero: 0, window: 0 };
const linear = { input: range, weights: at, start: at, scale: at, bias: at };
const norm = { weight: at, bias: at };
const layer = { qkv: linear, out: linear, norm1: norm, up: linear, down: linear, norm2: norm };
const header = {
  width: 16,
  inner: 16,
  heads: 1,
  vocabulary: 1,
  positions: 8,
  epsilon: 1e-12,
  words: { codes: at, scales: at },
  places: at,
  norm,
  layers: [layer],
  turn: at,
  dims: 4,
};
type Header = Parameters<typeof writeWeights>[0]['header'];
const written = (change: object, data = new Uint8Array(16)) =>
  writeWeights({ header: { ...header, ...change } as Header, data });

test.each<[change: object, isRight: boolean]>([
  [{}, true],
  [{ width: 8 }, false],
  [{ width: 24 }, false],
  [{ width: 4096 }, true],
  [{ width: 4112 }, false],
  [{ inner: 0 }, false],
  [{ inner: 16_384 }, true],
  [{ inner: 16_400 }, false],
  [{ heads: 0 }, false],
  [{ width: 1024, heads: 64 }, true],
  [{ width: 2080, heads: 65 }, false],
  [{ width: 32, heads: 2 }, true],
  // A head has a multiple of 16 numbers.
  [{ width: 48, heads: 2 }, false],
  [{ vocabulary: 0 }, false],
  [{ positions: 7 }, false],
  [{ positions: 8192 }, true],
  [{ positions: 8193 }, false],
  [{ epsilon: 0 }, false],
  [{ layers: [] }, false],
  [{ layers: Array.from({ length: 48 }, () => layer) }, true],
  [{ layers: Array.from({ length: 49 }, () => layer) }, false],
  [{ dims: 0 }, false],
  [{ dims: 6 }, false],
  [{ parts: [] }, false],
  [{ parts: [0] }, true],
  [{ parts: [0, 4] }, true],
  [{ parts: [4, 4] }, false],
  [{ parts: [0, 8] }, false],
  [{ parts: [0, 1, 2, 3, 4, 5, 6, 7] }, true],
  [{ positions: 16, parts: [0, 1, 2, 3, 4, 5, 6, 7, 8] }, false],
  [{ pooling: 'first' }, true],
  [{ pooling: 'last' }, false],
  [{ words: 'shared' }, true],
  [{ layers: [{ ...layer, qkv: { ...linear, input: { ...range, zero: 255, window: 127 } } }] }, true],
  [{ layers: [{ ...layer, qkv: { ...linear, input: { ...range, zero: 256 } } }] }, false],
  [{ layers: [{ ...layer, qkv: { ...linear, input: { ...range, zero: -1 } } }] }, false],
  [{ layers: [{ ...layer, qkv: { ...linear, input: { ...range, window: 128 } } }] }, false],
  [{ layers: [{ ...layer, qkv: { ...linear, input: { ...range, window: -1 } } }] }, false],
  [{ layers: [{ ...layer, qkv: { ...linear, input: { ...range, inverse: 0 } } }] }, false],
  [{ layers: [{ ...layer, loud: { count: 4, up: at, bias: at, down: at } }] }, true],
  [{ layers: [{ ...layer, loud: { count: 3, up: at, bias: at, down: at } }] }, false],
  [{ layers: [{ ...layer, loud: { count: 16, up: at, bias: at, down: at } }] }, true],
  [{ layers: [{ ...layer, loud: { count: 17, up: at, bias: at, down: at } }] }, false],
])('a header with %o is right: %s', (change, isRight) => {
  if (isRight) expect(readWeights(written(change)).header).toMatchObject(change);
  else expect(() => written(change)).toThrow();
});

test('weights that are cut off, of another version or of another kind are not read', () => {
  const bytes = written({});
  expect(readWeights(bytes).data).toHaveLength(16);
  expect(bytes.length % 64).toBe(16);
  expect(() => readWeights(bytes.subarray(0, 15))).toThrow('not a file of encoder weights');
  expect(() => readWeights(Uint8Array.from(bytes, (byte, i) => (i === 0 ? 0 : byte)))).toThrow('not a file');
  expect(() => readWeights(Uint8Array.from(bytes, (byte, i) => (i === 8 ? 2 : byte)))).toThrow(
    'have version 2; this release reads 1',
  );
  expect(() => readWeights(bytes.subarray(0, 40))).toThrow('cut off');
  expect(() => readWeights(bytes.subarray(0, -1))).toThrow('cut off');
  expect(() => readWeights(written({ turn: [8, 8] }))).toThrow('cut off');
  expect(() => readWeights(written({ turn: [16, 0] }))).not.toThrow();
  expect(() => readWeights(written({ turn: [16, 1] }))).toThrow('cut off');
});

test('word pieces of another model are put behind the data, if they fit', () => {
  const own = readWeights(
    written(
      { words: 'shared' },
      Uint8Array.from({ length: 16 }, () => 1),
    ),
  );
  const other = readWeights(
    written(
      { words: { codes: [0, 16], scales: [16, 3] } },
      Uint8Array.from({ length: 19 }, (_, i) => i),
    ),
  );
  const joined = withWords(own, other);
  expect(joined.header.words).toEqual({ codes: [64, 16], scales: [128, 3] });
  expect([...joined.data.subarray(64, 80)]).toEqual([...other.data.subarray(0, 16)]);
  expect([...joined.data.subarray(128)]).toEqual([16, 17, 18]);
  expect(() => whole(own)).toThrow('needs the word pieces of another model');
  expect(whole(other).header.words).toEqual(other.header.words);
  for (const stranger of [own, readWeights(written({ vocabulary: 2 })), readWeights(written({ width: 32 }))])
    expect(() => withWords(own, stranger)).toThrow('do not fit');
});

test.each([
  ['openai', 128, undefined, { model: 'm', input: ['a'], encoding_format: 'float' }],
  ['openai', 128, 256, { model: 'm', input: ['a'], encoding_format: 'float', dimensions: 256 }],
  ['ollama', 64, 256, { model: 'm', input: ['a'], truncate: true }],
  ['tei', 32, 256, { inputs: ['a'], normalize: true, truncate: true }],
] as const)('%s is asked for up to %i texts, with the dimensions %s', (name, most, dims, body) => {
  expect(remoteProviders[name].maxTexts).toBe(most);
  expect(remoteProviders[name].body(['a'], 'm', dims)).toEqual(body);
});

test.each([
  [
    'openai',
    {
      data: [
        { index: 1, embedding: [2] },
        { index: 0, embedding: [1] },
      ],
    },
    { data: [{ index: -1, embedding: [1] }] },
  ],
  ['ollama', { embeddings: [[1], [2]] }, { embeddings: [[]] }],
  ['tei', [[1], [2]], [[]]],
] as const)('the vectors of %s are read in order, and an empty one is refused', (name, answer, wrong) => {
  expect(remoteProviders[name].read(answer)).toEqual([[1], [2]]);
  expect(() => remoteProviders[name].read(wrong)).toThrow();
  expect(() => remoteProviders[name].read({})).toThrow();
});

test('texts get the prefix of their kind', () => {
  const prefixes = { query: 'q: ', document: '' };
  expect(prefixed(['a', 'b'], 'query', prefixes)).toEqual(['q: a', 'q: b']);
  expect(prefixed(['a'], 'document', prefixes)).toEqual(['a']);
});

test('requests of memory have the limits that the documentation promises', () => {
  expect(memoryLimits).toEqual({
    entriesPerWrite: 256,
    passagesPerWrite: 1_024,
    contentBytes: 262_144,
    metadataBytes: 16_384,
    metadataDepth: 8,
    queryBytes: 8_192,
    searchLimit: 1_000,
    explainedResults: 100,
    mapPoints: 20_000,
    searchesPerBatch: 32,
    batchResultBytes: 256 * 1024 * 1024,
    facetPaths: 8,
    facetValues: 1_000,
    messagesPerEntry: 1_000,
    roleBytes: 64,
    searchableKeys: 16,
    keptVersions: 20,
    leastDims: 2,
    mostDims: 4_096,
    metadataKeyBytes: 256,
    namespaceBytes: 256,
    externalIdBytes: 256,
    filterBytes: 16_384,
    filterDepth: 8,
    filterConditions: 256,
    idsPerDelete: 1_000,
    importBytes: 2_147_483_648,
    listDefault: 50,
    listLimit: 200,
  });
});
