import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EncodeKernel, instantiateKernel, type KernelBuild } from './kernel.ts';

// Places in the memory of a test; the kernels' own constants lie below 4096.
const at = {
  x: 8192,
  codes: 40_000,
  spill: 50_000,
  weights: 70_000,
  start: 80_000,
  scale: 81_024,
  bias: 82_048,
};
const out = { numbers: 90_000, codes: 100_000, spill: 110_000, scratch: 130_000 };
const inputs = 32;
const outputs = 16;
const spillBytes = 256;

const layer = fc.record({
  values: fc.array(fc.double({ min: -12, max: 12, noNaN: true }), {
    minLength: 4 * inputs,
    maxLength: 4 * inputs,
  }),
  weights: fc.array(fc.integer({ min: -127, max: 127 }), {
    minLength: inputs * outputs,
    maxLength: inputs * outputs,
  }),
  zero: fc.integer({ min: 0, max: 255 }),
  step: fc.constantFrom(0.01, 0.05, 0.1),
});

for (const build of ['native', 'relaxed', 'plain'] as const) {
  test(`${build}: a linear layer multiplies 8 bits by 8 bits exactly, whatever lies outside the window of 7`, async () => {
    const { kernel, memory } = await open(build);
    fc.assert(
      fc.property(layer, ({ values, weights, zero, step }) => {
        const window = Math.min(127, Math.max(0, zero - 64));
        const inverse = Math.fround(1 / step);
        writeLayer(memory, values, weights, zero, window);
        kernel.quantise(at.x, 4, inputs, at.codes, inverse, zero, window, at.spill, spillBytes, out.scratch);
        kernel.project(
          ...[at.codes, at.spill, spillBytes, 4, inputs, at.weights, at.start, at.scale, at.bias, outputs],
          ...[out.numbers, 0, 0, 0, 0, 0, 0, out.scratch],
        );
        const got = [...new Float32Array(memory.buffer, out.numbers, 4 * outputs)];
        expect(got).toEqual(expected(values, weights, zero, inverse));
      }),
    );
  });

  test(`${build}: attention is the softmax of the products, and lengths that are no multiple of anything change nothing`, async () => {
    const { kernel, memory } = await open(build);
    const width = 32;
    for (const tokens of [1, 2, 3, 5, 16, 17, 33]) {
      const qkv = new Float32Array(memory.buffer, at.x, tokens * width * 3);
      qkv.forEach((_, i) => {
        qkv[i] = Math.sin(i * 1.7 + tokens) * 1.5;
      });
      const [mixed, keys, values, scores, weights, queries] = [
        300_000, 400_000, 450_000, 500_000, 510_000, 520_000,
      ];
      kernel.attend(at.x, tokens, tokens, width, 2, mixed, keys, values, scores, weights, queries);
      const got = new Float32Array(memory.buffer, mixed, tokens * width);
      const wanted = attention(qkv, tokens, width, 2);
      got.forEach((value, i) => {
        expect(value).toBeCloseTo(wanted[i]!, 5);
      });
    }
  });
}

async function open(build: KernelBuild): Promise<{ kernel: EncodeKernel; memory: WebAssembly.Memory }> {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 16, shared: true });
  return { kernel: await instantiateKernel(memory, build), memory };
}

function writeLayer(
  memory: WebAssembly.Memory,
  values: readonly number[],
  weights: readonly number[],
  zero: number,
  window: number,
): void {
  new Float32Array(memory.buffer, at.x, values.length).set(values);
  const packed = new Int8Array(memory.buffer, at.weights, weights.length);
  const start = new Int32Array(memory.buffer, at.start, outputs).fill(0);
  for (let k = 0; k < inputs; k++)
    for (let n = 0; n < outputs; n++) {
      packed[(k >> 2) * 64 + n * 4 + (k & 3)] = weights[k * outputs + n]!;
      start[n]! += weights[k * outputs + n]! * (window - zero);
    }
  new Float32Array(memory.buffer, at.scale, outputs).fill(1);
  new Float32Array(memory.buffer, at.bias, outputs).fill(0);
}

/** Codes from 0 to 255, rounded as the processor rounds: halves to the even neighbour. */
function expected(
  values: readonly number[],
  weights: readonly number[],
  zero: number,
  inverse: number,
): number[] {
  const sums: number[] = [];
  for (let row = 0; row < 4; row++)
    for (let n = 0; n < outputs; n++) {
      let sum = 0;
      for (let k = 0; k < inputs; k++) {
        const scaled = Math.fround(Math.fround(values[row * inputs + k]!) * inverse);
        const code = Math.min(255, Math.max(0, evenlyRounded(scaled) + zero));
        sum += (code - zero) * weights[k * outputs + n]!;
      }
      sums.push(sum + 0);
    }
  return sums;
}

function evenlyRounded(x: number): number {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}

function attention(qkv: Float32Array, tokens: number, width: number, heads: number): number[] {
  const size = width / heads;
  const mixed = new Array<number>(tokens * width).fill(0);
  const part = (token: number, which: number, i: number) => qkv[token * width * 3 + which * width + i]!;
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < tokens; i++) {
      const scores = Array.from({ length: tokens }, (_, j) => {
        let sum = 0;
        for (let d = h * size; d < (h + 1) * size; d++) sum += part(i, 0, d) * part(j, 1, d);
        return sum;
      });
      const weights = scores.map((score) => Math.exp(score - Math.max(...scores)));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (let d = h * size; d < (h + 1) * size; d++)
        for (let j = 0; j < tokens; j++) mixed[i * width + d]! += (weights[j]! / total) * part(j, 2, d);
    }
  return mixed;
}
