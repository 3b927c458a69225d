import { expect, test } from 'vitest';
import { useWideVectors } from './wide-vectors.ts';

test.each([
  ['x64', '13.6.233.17-node.44', true],
  ['x64', '14.1.146.11-node.14', false],
  ['x64', '11.3.244.8-node.38', false],
  ['arm64', '13.6.233.17-node.44', false],
])('on %s, instructions are joined by a version of V8 that was compared: %s', (arch, v8, joined) => {
  expect(useWideVectors(arch, v8)).toBe(joined);
});
