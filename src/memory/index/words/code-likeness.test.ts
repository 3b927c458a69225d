import { expect, test } from 'vitest';
import { codeLikeness } from './code-likeness.ts';

test('source code looks like code, whatever its language', () => {
  expect(codeLikeness('def total(rows):\n    return sum(row.price for row in rows)')).toBeGreaterThan(0.9);
  expect(codeLikeness('func (s *Store) Get(id string) (*Row, error) {\n\treturn s.rows[id], nil\n}')).toBe(1);
});

test('prose with times, dates, versions and addresses does not', () => {
  for (const text of [
    '[29.12.2023, 22:42:04] Emi: Hey! How are you?',
    '2026-08-20T10:11:12Z Ada: version 1.2.30 went out at 10:15, see 10.0.0.1:8443.',
    'Meet me on 3/4/2026 at 18:30.',
  ]) {
    expect(codeLikeness(text)).toBe(0);
  }
});
