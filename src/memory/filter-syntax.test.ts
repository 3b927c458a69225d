import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../kernel/json.ts';
import { isFilterFault, parseFilter } from './filter-syntax.ts';

test('conditions and joints are read into a filter', () => {
  expect(
    parseFilter({
      and: [
        { path: '/metadata/a~1b~0c', op: 'in', value: [1, 'x'] },
        { not: { path: '/externalId', op: 'exists' } },
        { or: [{ path: '/metadata/n', op: 'gt', value: 3 }] },
      ],
    }),
  ).toEqual({
    op: 'and',
    of: [
      { op: 'in', path: ['metadata', 'a/b~c'], values: [1, 'x'] },
      { op: 'not', of: { op: 'exists', path: ['externalId'], value: true } },
      { op: 'or', of: [{ op: 'gt', path: ['metadata', 'n'], value: 3 }] },
    ],
  });
});

test.each<[JsonValue, string]>([
  [
    { path: '/metadata/a', op: 'eq', value: 1, vaule: 2 },
    'There is no such field here; did you mean "value"?',
  ],
  [{ path: '/metadata/a', op: 'eq', value: 1, zzzzzz: 2 }, 'There is no such field here.'],
])('a field that %j has and should not is told, with what was probably meant', (filter, message) => {
  expect(parseFilter(filter)).toMatchObject({ message });
});

test('times are brought into one form', () => {
  const parsed = parseFilter({ path: '/createdAt', op: 'gte', value: '2026-01-01T02:00:00+02:00' });
  expect(parsed).toMatchObject({ value: '2026-01-01T00:00:00.000Z' });
});

test.each([
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2027-12-31T23:59Z', '2027-12-31T23:59:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['0000-01-01T05:00:00+05:00', '0000-01-01T00:00:00.000Z'],
  ['2027-02-29', undefined],
  ['2027-02-30T00:00:00Z', undefined],
  ['2027-04-31T12:00:00+02:00', undefined],
  ['9999-12-31T23:59:59-05:00', undefined],
  ['0000-01-01T00:00:00+05:00', undefined],
])('the bound %s is read as %s: a day that there is, in a year of four digits', (value, read) => {
  const parsed = parseFilter({ path: '/occurredAt', op: 'lte', value });
  if (read === undefined) expect(isFilterFault(parsed) && parsed.path).toEqual(['value']);
  else expect(parsed).toMatchObject({ value: read });
});

test.each<[JsonValue, string]>([
  [{ path: '/metadata/a', op: 'eq' }, 'value'],
  [{ path: '/metadata/a', op: 'equals', value: 1 }, 'op'],
  [{ path: '/metdata/a', op: 'eq', value: 1 }, 'path'],
  [{ path: 'metadata', op: 'eq', value: 1 }, 'path'],
  [{ path: '/metadata/~2', op: 'eq', value: 1 }, 'path'],
  [{ path: '/content', op: 'contains', value: 'x' }, 'path'],
  [{ path: '/metadata/a', op: 'gt', value: true }, 'value'],
  [{ path: '/metadata/a', op: 'in', value: 1 }, 'value'],
  [{ path: '/createdAt', op: 'gt', value: 'yesterday' }, 'value'],
  [{ path: '/metadata/a', op: 'eq', value: 1, vaule: 2 }, 'vaule'],
  [{ and: [] }, 'and'],
  [{ and: [{ path: '/metadata/a', op: 'eq', value: 1 }, 7] }, 'and.1'],
  [{ and: [{ path: '/metadata/a', op: 'eq', value: 1 }], or: [] }, 'or'],
  [[], ''],
])('%j is refused, and the fault says where', (input, where) => {
  const fault = parseFilter(input);
  expect(isFilterFault(fault) && fault.path.join('.')).toBe(where);
});

test('too deep and too many are refused', () => {
  let deep: JsonValue = { path: '/metadata/a', op: 'exists' };
  for (let i = 0; i < 8; i++) deep = { not: deep };
  expect(isFilterFault(parseFilter(deep))).toBe(true);
  const many = Array.from({ length: 300 }, () => ({ path: '/metadata/a', op: 'exists' }));
  expect(isFilterFault(parseFilter({ or: many }))).toBe(true);
});

test('no input makes the reader fail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      parseFilter(input as JsonValue);
    }),
  );
});
