import { expect, test } from 'vitest';
import { distinct, type Flow, maxFlows, narrowed } from './flow.ts';

const source = (line: number, mask: number, more: Partial<Flow> = {}): Flow =>
  ({
    k: 'source',
    file: 'a.py',
    kind: 'remote',
    title: 'request',
    at: [line, 1, line, 9],
    mask,
    via: [],
    ...more,
  }) as Flow;
const parameter = (index: number, mask: number, more: Partial<Flow> = {}): Flow =>
  ({ k: 'parameter', index, field: undefined, mask, via: [], ...more }) as Flow;

test('what goes through a narrow place keeps what both let through, and its first check', () => {
  expect(narrowed(parameter(0, 0b110), 0b011, 'isOk')).toMatchObject({ mask: 0b010, check: 'isOk' });
  expect(narrowed(parameter(0, 1, { check: 'first' }), 1, 'second').check).toBe('first');
});

test.each([
  ['another line', source(1, 1), source(2, 1)],
  ['another file', source(1, 1), source(1, 1, { file: 'b.py' })],
  ['another title', source(1, 1), source(1, 1, { title: 'cookie' })],
  ['another field of what is given', source(1, 1, { given: 'a' }), source(1, 1)],
  ['another parameter', parameter(0, 1), parameter(1, 1)],
  ['another field of a parameter', parameter(0, 1, { field: 'a' }), parameter(0, 1)],
  ['a parameter in another field of what is given', parameter(0, 1, { given: 'a' }), parameter(0, 1)],
])('%s is another origin', (_, a, b) => {
  expect(distinct([a, b])).toEqual([a, b]);
});

test('of one origin all harm is kept that any way leaves, and a check only where every way has passed one', () => {
  const join = (...flows: Flow[]) => distinct(flows).map(({ mask, check }) => ({ mask, check }));
  expect(join(source(1, 0b01), source(1, 0b10))).toEqual([{ mask: 0b11, check: undefined }]);
  expect(join(parameter(0, 1, { check: 'a' }), parameter(0, 1))).toEqual([{ mask: 1, check: undefined }]);
  expect(join(parameter(0, 1, { check: 'a' }), parameter(0, 2, { check: 'b' }))).toEqual([
    { mask: 3, check: 'a' },
  ]);
  expect(join(parameter(0, 1), parameter(0, 1, { check: 'a' }))).toEqual([{ mask: 1, check: undefined }]);
});

test('a way that adds nothing leaves the first one as it is', () => {
  const first = parameter(0, 0b11, { check: 'a' });
  expect(distinct([first, parameter(0, 0b01, { check: 'b' })])[0]).toBe(first);
});

test('of two ways that do the same harm the unchecked one is shown, then the shorter one', () => {
  const step = { file: 'a.py', place: [1, 1, 1, 2] as const, text: 'passed' };
  const way = (steps: number, mask = 1, check?: string) =>
    source(1, mask, { via: Array(steps).fill(step), check });
  const shown = (...flows: Flow[]) => distinct(flows)[0]!.via.length;
  expect(shown(way(3), way(2))).toBe(2);
  expect(shown(way(2), way(3))).toBe(2);
  expect(shown(way(3, 0b11), way(2, 0b01))).toBe(3);
  expect(shown(way(3, 0b01), way(2, 0b11))).toBe(2);
  expect(shown(way(3), way(2, 1, 'isOk'))).toBe(3);
  expect(shown(way(2, 1, 'isOk'), way(3))).toBe(3);
  expect(shown(way(3, 1, 'isOk'), way(2, 1, 'isFine'))).toBe(2);
});

test('so many origins are kept, and more harm of one that is kept still counts', () => {
  const many = Array.from({ length: maxFlows + 1 }, (_, line) => source(line, 1));
  const kept = distinct([...many, source(0, 2)]);
  expect(kept.length).toBe(maxFlows);
  expect(kept[0]!.mask).toBe(3);
});
