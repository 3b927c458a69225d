import { expect, test } from 'vitest';
import { compileKernel } from '../../../../../scripts/compile-kernel.mjs';
import { instantiateKernel } from '../kernel.ts';
import { plainKernel, relaxedKernel } from './scan-kernel.ts';

test('the kernels that are loaded are those whose source is here', async () => {
  expect(await compileKernel('src/memory/index/vectors/kernel/scan.assembly')).toEqual({
    relaxedKernel,
    plainKernel,
  });
});

const extremes = [
  { code: 1, high: -128 },
  { code: 127, high: -128 },
  { code: 1, high: 127 },
  { code: 127, high: 127 },
];

test.each(extremes)('a row of $high and a query of $code are multiplied without loss', ({ code, high }) => {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65_536, shared: true });
  const [table, query, scores, rows, block] = [1_024, 8_192, 16_384, 20_480, 65_536];
  new Uint32Array(memory.buffer, table, 1)[0] = block;
  for (const width of [16, 32, 48, 256, 4_096]) {
    new Int8Array(memory.buffer, block, width).fill(high);
    new Float32Array(memory.buffer, block + width, 1)[0] = 1;
    new Uint8Array(memory.buffer, query, width).fill(code);
    for (const build of ['relaxed', 'plain'] as const) {
      const kernel = instantiateKernel(memory, build);
      expect(kernel.scan(table, 0, 1, 1, width, query, 0, 1, scores, rows, 0)).toBe(1);
      expect(new Float32Array(memory.buffer, scores, 1)[0]).toBe(width * high * (code - 64));
    }
  }
});
