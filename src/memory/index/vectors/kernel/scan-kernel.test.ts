import { expect, test } from 'vitest';
import { compileKernel } from '../../../../../scripts/compile-kernel.mjs';
import { plainKernel, relaxedKernel } from './scan-kernel.ts';

test('the kernels that are loaded are those whose source is here', async () => {
  expect(await compileKernel('src/memory/index/vectors/kernel/scan.assembly')).toEqual({
    relaxedKernel,
    plainKernel,
  });
});
