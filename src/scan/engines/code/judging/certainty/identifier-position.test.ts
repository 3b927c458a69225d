import { expect, test } from 'vitest';
import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';
import { onlyNamesThings } from './identifier-position.ts';

const sql = { label: labelMask(['sql']) } as Sink;

test.each([
  ['SELECT * FROM \0 ORDER BY key', true],
  ['CREATE TABLE IF NOT EXISTS \0 (key TEXT)', true],
  ['DROP TABLE IF EXISTS "\0";', true],
  ['select * from `\0`.`\0` where id = ?', true],
  ['ALTER TABLE \0 DROP CONSTRAINT \0 CASCADE', true],
  ['SELECT DISTINCT key FROM (\0)', true],
  ['UPDATE \0 SET \0 = NULL WHERE id = ?', true],
  ['DELETE FROM \0 WHERE \0 = ?', true],
  ['SELECT DISTINCT \0 FROM t', true],
  ['SELECT * FROM t WHERE \0 IN (?)', true],
  ['DROP TABLE IF EXISTS `object_\0`', true],
  ['SELECT * FROM object_\0 WHERE id = ?', true],
  ['ALTER TABLE `\0` DROP INDEX `u_index_\0`;', true],
  ['SELECT * FROM object_\0', false],
  ['select * from t where name = "x_\0" limit 1', false],
  ['select * from t where \0 limit 1', false],
  ['SELECT * FROM t WHERE \0 LIMIT 1', false],
  ['SELECT * FROM t WHERE a BETWEEN 1 AND \0 LIMIT 1', false],
  ['SELECT * FROM t WHERE a = 1 AND \0 ORDER BY b', false],
  ['UPDATE t SET a = \0 WHERE id = ?', false],
  ['SELECT * FROM t WHERE id IN (\0)', false],
  // What ends a statement may be more than a name.
  ['SELECT * FROM \0', false],
  ["select * from t where name = '\0' limit 1", false],
  ['SELECT * FROM \0 WHERE id = \0', false],
  ['\0 limit 1', false],
  ['SELECT * FROM \0\0 ORDER BY key', false],
  ['\0', false],
  ['from \0 ', false],
  [`from ${' '.repeat(55)}\0 x`, true],
  [`from ${' '.repeat(56)}\0 x`, false],
  ['select 1', false],
])('%j names nothing but things: %s', (text, expected) => {
  expect(onlyNamesThings(sql, text)).toBe(expected);
});

test('only statements of SQL have such places', () => {
  expect(onlyNamesThings({ label: labelMask(['html']) } as Sink, 'copy from \0 here')).toBe(false);
  expect(onlyNamesThings(sql, undefined)).toBe(false);
});

test('long statements take processor time that grows with their length', () => {
  const before = process.threadCpuUsage();
  expect(onlyNamesThings(sql, `${'from '.repeat(40_000)}\0 x`)).toBe(true);
  expect(onlyNamesThings(sql, `${'\0"'.repeat(40_000)} x`)).toBe(false);
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});
