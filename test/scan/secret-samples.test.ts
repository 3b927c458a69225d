import { expect, test } from 'vitest';
import { measureUnseen } from '../../bench/secrets/unseen/measure.ts';

test('of samples that no rule was written for, at least 85 % of the leaks are found at no more than 5 % false alarms', () => {
  const { read, heldBack } = measureUnseen();
  expect(heldBack.leaks + heldBack.harmless).toBeGreaterThan(150);
  expect(heldBack.found / heldBack.leaks).toBeGreaterThanOrEqual(0.85);
  expect(heldBack.alarms / heldBack.harmless).toBeLessThanOrEqual(0.05);
  expect(read.notes).toEqual([]);
});
