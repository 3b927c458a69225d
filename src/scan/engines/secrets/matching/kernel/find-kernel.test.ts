import { expect, test } from 'vitest';
import { compileKernel } from '../../../../../../scripts/compile-kernel.mjs';
import { findKernel } from './find-kernel.ts';

test('the kernel that is loaded is the one whose source is here', async () => {
  expect(await compileKernel('src/scan/engines/secrets/matching/kernel/find.assembly')).toEqual({
    findKernel,
  });
});
