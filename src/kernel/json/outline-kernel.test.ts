import { expect, test } from 'vitest';
import { compileKernel } from '../../../scripts/compile-kernel.mjs';
import { outlineKernel } from './outline-kernel.ts';

test('the kernel that is loaded is the one whose source is here', async () => {
  expect(await compileKernel('src/kernel/json/outline.assembly')).toEqual({ outlineKernel });
});
