import { expect, test } from 'vitest';
import { inspect } from '../../../../../../test/support/golden-ir.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import { isStraight } from '../straight-function.ts';

test.each([
  ['return a', true],
  ['b(a)\nc(a)', true],
  ['if a: b()', false],
  ['b()\nif a: c()', false],
  ['for x in a: b()', false],
  ['while a: b()', false],
  ['match a:\n  case 1: b()', false],
  ['with a: b()', true],
  ['with a:\n  if b: c()', false],
  ['try:\n  b()\nfinally:\n  c()', true],
  ['try:\n  if a: b()\nfinally:\n  c()', false],
  ['try:\n  b()\nfinally:\n  if a: c()', false],
  ['try:\n  b()\nexcept E:\n  if a: c()', true],
  ['x = b if a else c', true],
  ['def g():\n  if a: b()', true],
])('%j is straight: %s', async (body, expected) => {
  const { module } = await inspect('a.py', `def f(a):\n${body.replace(/^/gm, '  ')}\n`);
  const [statement] = module.body as Array<{ fn: FunctionIr }>;
  expect(isStraight(statement!.fn)).toBe(expected);
});
