import { expect, test } from 'vitest';
import { compileKernel } from '../../../../../scripts/compile-kernel.mjs';
import { scanKernel } from './scan-kernel.ts';

test('the kernel that is loaded is the one whose source is here', async () => {
  expect(await compileKernel('src/memory/index/vectors/kernel/scan.assembly')).toEqual({ scanKernel });
});
