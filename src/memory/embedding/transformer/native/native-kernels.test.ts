import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nativeFolder } from '../../../../../scripts/native/compile.ts';
import { verifyNative } from '../../../../../scripts/native/verify.ts';
import { temporaryFolder } from '../../../../../test/support/app.ts';
import { type EncodeKernel, instantiateKernel } from '../kernel.ts';
import { type NativeFunctions, nativeFunctions, openNativeKernels } from './native-kernels.ts';

const opened = openNativeKernels();
const sets = opened.instructions ? Object.entries(opened.all) : [];

test('there are native kernels for Linux on x64, and what runs them is the fastest that the processor has', () => {
  const isThere = process.platform === 'linux' && process.arch === 'x64';
  const flags = isThere ? readFileSync('/proc/cpuinfo', 'utf8') : '';
  const wanted = flags.includes('avx512_vnni')
    ? 'avx512-vnni'
    : flags.includes(' avx2 ')
      ? 'avx2'
      : undefined;
  expect(opened.instructions).toBe(wanted);
});

// Places in the memory of a test; the kernels' own constants lie below 4096.
const bytes = 16 * 65_536;
const at = {
  x: 8_192,
  y: 100_000,
  codes: 200_000,
  spill: 300_000,
  weights: 400_000,
  start: 500_000,
  scale: 502_048,
  bias: 504_096,
  out: 600_000,
  outSpill: 700_000,
  keys: 800_000,
  values: 850_000,
  scores: 900_000,
  attention: 920_000,
  queries: 940_000,
  scratch: 1_000_000,
};
/** Room for what is computed on the way, which nobody reads afterwards. */
const rooms = 800_000;

const times16 = (max: number) => fc.integer({ min: 1, max }).map((n) => n * 16);
const seed = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const coding = {
  zero: fc.integer({ min: 0, max: 255 }),
  window: fc.integer({ min: 0, max: 127 }),
  inverse: fc.constantFrom(3, 17.5, 60, 200).map(Math.fround),
};

describe.each(sets)('%s leaves the bytes of the WebAssembly kernel', (_, functions) => {
  test('where activations become codes and a linear layer gives numbers, or the codes of their GELU', async () => {
    await same(
      functions,
      {
        ...{ seed, inputs: times16(9), outputs: times16(9), isGelu: fc.boolean(), ...coding },
        rows: fc.integer({ min: 1, max: 45 }),
      },
      ({ seed, inputs, outputs, isGelu, rows, inverse, zero, window }) => ({
        prepare: (memory) => {
          fillFloats(memory, seed, at.x, rows * inputs, 3);
          fillBytes(memory, seed + 1, at.weights, inputs * outputs);
          fillFloats(memory, seed + 2, at.scale, outputs, 0.0004);
          fillFloats(memory, seed + 3, at.bias, outputs, 2);
          const start = new Int32Array(memory.buffer, at.start, outputs);
          start.forEach((_, i) => {
            start[i] = ((i * 7_919 + seed) % 200_001) - 100_000;
          });
        },
        run: (kernel) => {
          const padded = Math.ceil(rows / 4) * 4;
          const spills = spillBytes(inputs);
          kernel.quantise(
            ...[at.x, rows, inputs, at.codes, inverse, zero, window, at.spill, spills, at.scratch],
          );
          kernel.project(
            ...[at.codes, at.spill, spills, padded, inputs, at.weights, at.start, at.scale, at.bias, outputs],
            ...[at.out, isGelu ? 1 : 0, inverse, zero, window, at.outSpill, spillBytes(outputs), at.scratch],
          );
        },
      }),
    );
  });

  test('where rows are added, normed and coded', async () => {
    await same(
      functions,
      {
        ...{ seed, width: times16(26), rows: fc.integer({ min: 1, max: 11 }), ...coding },
        ...{ isAdded: fc.boolean(), isCoded: fc.boolean() },
      },
      ({ seed, width, rows, isAdded, isCoded, inverse, zero, window }) => ({
        prepare: (memory) => {
          fillFloats(memory, seed, at.x, rows * width, 4);
          fillFloats(memory, seed + 1, at.y, rows * width, 2);
          fillFloats(memory, seed + 2, at.scale, width, 1.5);
          fillFloats(memory, seed + 3, at.bias, width, 0.5);
        },
        run: (kernel) =>
          kernel.addAndNorm(
            ...[at.x, isAdded ? at.y : 0, rows, width, at.scale, at.bias, 1e-12, isCoded ? at.codes : 0],
            ...[inverse, zero, window, at.spill, spillBytes(width), at.scratch],
          ),
      }),
    );
  });

  test('where a few channels are computed in 32 bits', async () => {
    await same(
      functions,
      {
        seed,
        width: times16(9),
        rows: fc.integer({ min: 1, max: 19 }),
        count: fc.constantFrom(4, 8, 12, 16),
      },
      ({ seed, width, rows, count }) => ({
        prepare: (memory) => {
          fillFloats(memory, seed, at.x, rows * width, 2);
          fillFloats(memory, seed + 1, at.y, rows * width, 2);
          fillFloats(memory, seed + 2, at.keys, width * count, 0.4);
          fillFloats(memory, seed + 3, at.bias, count, 1);
          fillFloats(memory, seed + 4, at.values, width * count, 1);
        },
        run: (kernel) =>
          kernel.addLoud(at.x, at.y, rows, width, at.keys, at.bias, at.values, count, at.scratch),
      }),
    );
  });

  test('where tokens attend to each other', async () => {
    await same(
      functions,
      {
        ...{ seed, size: times16(3), heads: fc.integer({ min: 1, max: 3 }) },
        tokens: fc.integer({ min: 1, max: 70 }),
        isFirstOnly: fc.boolean(),
      },
      ({ seed, size, heads, tokens, isFirstOnly }) => ({
        prepare: (memory) => fillFloats(memory, seed, at.x, tokens * size * heads * 3, 2),
        run: (kernel) =>
          kernel.attend(
            ...[at.x, tokens, isFirstOnly ? 1 : tokens, size * heads, heads, at.out],
            ...[at.keys, at.values, at.scores, at.attention, at.queries],
          ),
      }),
    );
  });
});

interface Step {
  prepare(memory: WebAssembly.Memory): void;
  run(kernel: EncodeKernel): void;
}

/** Runs a step in two memories that begin with the same bytes, and compares all that is not room for what comes between. */
async function same<T>(
  functions: NativeFunctions,
  sizes: { [K in keyof T]: fc.Arbitrary<T[K]> },
  step: (sizes: T) => Step,
): Promise<void> {
  const memories = [newMemory(), newMemory()] as const;
  const wasm = await instantiateKernel(memories[0], 'relaxed');
  // A function that is not native would be that of the other memory, which changes nothing here and fails the comparison.
  const native = { ...wasm, ...bound(functions, memories[1]) };
  fc.assert(
    fc.property(fc.record(sizes), (chosen) => {
      const { prepare, run } = step(chosen as T);
      for (const memory of memories) {
        new Uint8Array(memory.buffer).fill(0, 8_192);
        prepare(memory);
      }
      run(wasm);
      run(native);
      const [ours, theirs] = memories.map((memory) => Buffer.from(memory.buffer, 8_192, rooms - 8_192));
      expect(Buffer.compare(ours!, theirs!)).toBe(0);
      expect(ours!.some((byte) => byte !== 0)).toBe(true);
    }),
    { numRuns: 80 },
  );
}

function bound(
  functions: NativeFunctions,
  memory: WebAssembly.Memory,
): Pick<EncodeKernel, keyof NativeFunctions> {
  const view = new Uint8Array(memory.buffer);
  const entries = nativeFunctions.map((name) => [
    name,
    (...args: number[]) => functions[name](view, ...args),
  ]);
  return Object.fromEntries(entries) as Pick<EncodeKernel, keyof NativeFunctions>;
}

function newMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 16, maximum: 16, shared: true });
}

function spillBytes(inputs: number): number {
  return 16 + inputs * 6;
}

/** Numbers around 0, a few of them far out, as activations are. */
function fillFloats(memory: WebAssembly.Memory, seed: number, start: number, count: number, size: number) {
  const next = randoms(seed);
  const values = new Float32Array(memory.buffer, start, count);
  values.forEach((_, i) => {
    const value = (next() + next() - 1) * size;
    values[i] = next() < 0.01 ? value * 20 : value;
  });
}

function fillBytes(memory: WebAssembly.Memory, seed: number, start: number, count: number) {
  const next = randoms(seed);
  const values = new Int8Array(memory.buffer, start, count);
  values.forEach((_, i) => {
    values[i] = Math.floor(next() * 255) - 127;
  });
}

function randoms(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A call that fits, and how many bytes are used at each of its places. */
interface Call {
  args: number[];
  places: Record<number, number>;
}
const [rows, inputs, outputs] = [4, 32, 16];
const [spills, outSpills] = [spillBytes(inputs), spillBytes(outputs)];
const calls: Record<keyof NativeFunctions, Call> = {
  project: {
    args: [
      ...[at.codes, at.spill, spills, rows, inputs, at.weights, at.start, at.scale, at.bias, outputs],
      ...[at.out, 1, 2, 10, 5, at.outSpill, outSpills, at.scratch],
    ],
    places: {
      ...{ 0: rows * inputs * 4, 1: rows * spills, 5: inputs * outputs, 6: outputs * 4, 7: outputs * 4 },
      ...{ 8: outputs * 4, 10: rows * outputs * 4, 15: rows * outSpills },
    },
  },
  addAndNorm: {
    args: [
      ...[at.x, at.y, 3, inputs, at.scale, at.bias, 1e-12, at.codes, 2, 10, 5],
      ...[at.spill, spills, at.scratch],
    ],
    places: {
      ...{ 0: 3 * inputs * 4, 1: 3 * inputs * 4, 4: inputs * 4, 5: inputs * 4 },
      ...{ 7: 4 * inputs * 4, 11: 3 * spills },
    },
  },
  quantise: {
    args: [at.x, 3, inputs, at.codes, 2, 10, 5, at.spill, spills, at.scratch],
    places: { 0: 3 * inputs * 4, 3: 4 * inputs * 4, 7: 3 * spills },
  },
  addLoud: {
    args: [at.x, at.y, 3, inputs, at.weights, at.bias, at.start, 8, at.scratch],
    places: { 0: 3 * inputs * 4, 1: 3 * inputs * 4, 4: inputs * 32, 5: 32, 6: inputs * 32 },
  },
  attend: {
    args: [at.x, 5, 3, inputs, 2, at.out, at.keys, at.values, at.scores, at.attention, at.queries],
    places: { 0: 5 * inputs * 12, 5: 3 * inputs * 4, 6: 16 * 64, 7: 16 * 64, 8: 16 * 16 },
  },
};

describe.each(sets)('%s touches nothing outside the memory', (_, functions) => {
  const run = (name: keyof NativeFunctions, changes: Record<number, number>, memory = newMemory()) =>
    bound(functions, memory)[name](...calls[name].args.map((value, i) => changes[i] ?? value));

  test.each(nativeFunctions)('%s ends with it, and is refused one number later', (name) => {
    expect(() => run(name, {})).not.toThrow();
    for (const [index, size] of Object.entries(calls[name].places)) {
      expect(() => run(name, { [index]: bytes - size })).not.toThrow();
      for (const place of [
        bytes - size + 4,
        bytes,
        bytes + 4,
        2 ** 32,
        2 ** 53,
        -4,
        2,
        0.5,
        Number.NaN,
        Infinity,
      ])
        expect(() => run(name, { [index]: place }), `${index} at ${place}`).toThrow(RangeError);
    }
  });

  test.each<[keyof NativeFunctions, string, Record<number, number>]>([
    ['project', 'rows that are no multiple of four', { 3: 5 }],
    ['project', 'a negative number of rows', { 3: -4 }],
    ['project', 'more rows than there can be', { 3: 2 ** 40 }],
    ['project', 'inputs that are no multiple of 16', { 4: 24 }],
    ['project', 'no inputs', { 4: 0 }],
    ['project', 'outputs that are no multiple of 16', { 9: 24 }],
    ['project', 'spills without a count', { 2: 0 }],
    ['project', 'spills between two numbers', { 2: 30 }],
    ['project', 'a code of zero beyond 255', { 13: 256 }],
    ['project', 'a window beyond 127', { 14: 128 }],
    ['project', 'spills that may overflow', { 16: 4 + (outputs / 4) * 24 - 4 }],
    ['addAndNorm', 'a width that is no multiple of 16', { 3: 24 }],
    ['addAndNorm', 'spills that may overflow', { 12: 4 + (inputs / 4) * 24 - 4 }],
    ['quantise', 'half a row', { 1: 0.5 }],
    ['quantise', 'spills that may overflow', { 8: 4 + (inputs / 4) * 24 - 4 }],
    ['addLoud', 'six channels', { 7: 6 }],
    ['addLoud', 'twenty channels', { 7: 20 }],
    ['addLoud', 'no channels', { 7: 0 }],
    ['attend', 'no tokens', { 1: 0, 2: 0 }],
    ['attend', 'more rows than tokens', { 2: 6 }],
    ['attend', 'no heads', { 4: 0 }],
    ['attend', 'heads of no multiple of 16', { 4: 4 }],
    ['attend', 'heads that do not share the width', { 4: 3 }],
  ])('%s refuses %s', (name, _what, changes) => {
    expect(() => run(name, changes)).toThrow(RangeError);
  });

  test.each([
    ['a negative number of entries', [-1]],
    ['more entries than there is room', [(spills - 4) / 12 + 1]],
    ['an entry before the weights', [1, -64, 0, 1]],
    ['an entry behind the weights', [1, inputs * 16 - 60, 0, 1]],
  ])('a spill with %s is refused', (_what, spill) => {
    const memory = newMemory();
    const last = at.spill + (rows - 1) * spills;
    new Int32Array(memory.buffer, last, spill.length).set(spill);
    expect(() => run('project', {}, memory)).toThrow(RangeError);
    new Int32Array(memory.buffer, last, 4).set([1, inputs * 16 - 64, 0, 1]);
    expect(() => run('project', {}, memory)).not.toThrow();
  });

  test('what is no memory, no number or too little is refused', () => {
    const { args } = calls.quantise;
    const call = functions.quantise as (...args: unknown[]) => void;
    const view = new Uint8Array(newMemory().buffer);
    expect(() => call(view, ...args)).not.toThrow();
    for (const wrong of [
      [],
      [view, ...args.slice(1)],
      [view, ...args, 1],
      [new Float32Array(view.buffer), ...args],
      [{}, ...args],
      [view, ...args.slice(1), '1'],
    ])
      expect(() => call(...wrong)).toThrow(TypeError);
  });
});

describe('the file of native kernels', () => {
  const copy = (change: (folder: string) => void): string => {
    const folder = join(temporaryFolder(), 'native');
    cpSync(nativeFolder, folder, { recursive: true });
    change(folder);
    return folder;
  };
  const file = 'encode-linux-x64.node';
  const reasonOf = (change: (folder: string) => void) =>
    openNativeKernels({ folder: copy(change), platform: 'linux', arch: 'x64' });

  test('is not opened where it is missing, altered or of another kind, and the reason is given', () => {
    expect(reasonOf((folder) => rmSync(join(folder, file)))).toEqual({
      reason: `${file} is missing.`,
      isFault: true,
    });
    expect(reasonOf((folder) => rmSync(join(folder, 'manifest.json')))).toEqual({
      reason: 'The manifest of the native kernels is missing.',
      isFault: true,
    });
    expect(reasonOf((folder) => writeFileSync(join(folder, 'manifest.json'), '{'))).toEqual({
      reason: 'The manifest of the native kernels cannot be read.',
      isFault: true,
    });
    expect(reasonOf((folder) => writeFileSync(join(folder, file), 'x', { flag: 'a' }))).toEqual({
      reason: `${file} has another checksum than its manifest.`,
      isFault: true,
    });
    const other = Buffer.from('not a program');
    const replaced = reasonOf((folder) => {
      writeFileSync(join(folder, file), other);
      const path = join(folder, 'manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8'));
      manifest.files[0].sha256 = createHash('sha256').update(other).digest('hex');
      writeFileSync(path, JSON.stringify(manifest));
    });
    expect(replaced).toMatchObject({ isFault: true });
    expect('reason' in replaced && replaced.reason).toContain(`${file} cannot be loaded`);
  });

  test('is missed by nobody whose machine has none', () => {
    expect(openNativeKernels({ platform: 'darwin', arch: 'arm64' })).toEqual({
      reason: 'There are no native kernels for darwin on arm64.',
      isFault: false,
    });
  });

  test('belongs to the source next to it', () => {
    // `npm run native:verify` also compiles it again, which takes too long here.
    expect(verifyNative(nativeFolder, 'none')).toEqual([]);
    const changed = copy((folder) => writeFileSync(join(folder, 'encode.h'), '\n', { flag: 'a' }));
    expect(verifyNative(changed, 'none')).toEqual([
      'encode.h: not the source of the compiled kernels. Run "npm run native:compile".',
    ]);
    const altered = copy((folder) => writeFileSync(join(folder, file), 'x', { flag: 'a' }));
    expect(verifyNative(altered, 'none')).toEqual([`${file}: not the bytes of the manifest.`]);
  });
});
