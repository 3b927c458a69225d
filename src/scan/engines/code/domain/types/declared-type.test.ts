import { expect, test } from 'vitest';
import { declaredType } from './declared-type.ts';

test.each([
  ['long', '#'],
  ['java.util.UUID', '#'],
  ['Guid?', '#'],
  ['*float64', '#'],
  ['time.Time', '#'],
  ['List<Long>', '#'],
  ['java.util.List<java.lang.Long>', '#'],
  ['int[]', '#'],
  ['[]int64', '#'],
  ['[16]uint32', '#'],
  ['Map<Long, UUID>', '#'],
  ['map[int]bool', '#'],
  ['Optional[int]', '#'],
  ['int | None', '#'],
  ["Literal['a', 'b']", '#'],
  ['list[int]', '#'],
  ['final Integer', '#'],
  ['Status', 'Status'],
  ['com.acme.Status', 'Status'],
  ['*models.Order', 'Order'],
  ['Optional<Status>', 'Status'],
  ['List<Status>', '*Status'],
  ['[]models.Item', '*Item'],
  ['Page<Long>', 'Page'],
  ['String', ''],
  ['string?', ''],
  ['List<String>', ''],
  ['char', ''],
  ['byte[]', ''],
  ['[]byte', ''],
  ['List<Character>', ''],
  ['Map<String, Long>', ''],
  ['map[string]int', ''],
  ['int | str', ''],
  ['List<List<Status>>', ''],
  ['', ''],
  ['List<', ''],
  ['func(int) int', ''],
])('%s is told as "%s"', (written, told) => {
  expect(declaredType(written)).toBe(told);
});

test('a type that is too long, or nested too deeply, says nothing', () => {
  expect(declaredType(`List<${'Optional<'.repeat(8)}Long${'>'.repeat(9)}`)).toBe('');
  expect(declaredType('List<'.repeat(10_000))).toBe('');
});
