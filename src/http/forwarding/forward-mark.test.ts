import { expect, test } from 'vitest';
import { ForwardMark, forwardHeader } from './forward-mark.ts';

const key = new Uint8Array(32).fill(7);
const at = (now: number) => ({ now: () => now });
const request = { method: 'POST', url: '/v1/memory/search', headers: { authorization: 'Bearer key_a' } };
const marked = (mark: string, change: Partial<typeof request> = {}) => {
  const whole = { ...request, ...change };
  return { ...whole, headers: { ...whole.headers, [forwardHeader]: mark } };
};

test('a request that another node marked is known, also where the clocks differ by five minutes', () => {
  const mark = new ForwardMark(key, at(1e12)).make('node-1', request);
  for (const skew of [0, 300_000, -300_000])
    expect(new ForwardMark(key, at(1e12 + skew)).isOn(marked(mark))).toBe(true);
});

test.each([
  ['of another path', { url: '/v1/memory/entries' }],
  ['of another method', { method: 'GET' }],
  ['of another caller', { headers: { authorization: 'Bearer key_b' } }],
])('a mark %s counts for nothing', (_, change) => {
  const mark = new ForwardMark(key, at(1e12));
  expect(mark.isOn(marked(mark.make('node-1', request), change))).toBe(false);
});

test('an old mark, one by another key, a changed one and none count for nothing', () => {
  const mark = new ForwardMark(key, at(1e12)).make('node-1', request);
  const here = new ForwardMark(key, at(1e12));
  expect(new ForwardMark(key, at(1e12 + 3_600_000)).isOn(marked(mark))).toBe(false);
  expect(new ForwardMark(new Uint8Array(32), at(1e12)).isOn(marked(mark))).toBe(false);
  for (const other of [
    mark.replace('node-1', 'node-2'),
    `${mark};x`,
    mark.slice(0, -2),
    '',
    ';;',
    'a;b;c',
    'x'.repeat(300),
  ])
    expect(here.isOn(marked(other))).toBe(false);
  expect(here.isOn(request)).toBe(false);
});

test('a mark counts for a quarter of an hour, and has 256 characters at most', () => {
  const mark = new ForwardMark(key, at(1e12)).make('node-1', request);
  for (const [skew, counts] of [
    [900_000, true],
    [-900_000, true],
    [900_001, false],
    [-900_001, false],
  ] as const)
    expect(new ForwardMark(key, at(1e12 + skew)).isOn(marked(mark))).toBe(counts);
  const here = new ForwardMark(key, at(1e12));
  const rest = here.make('', request).length;
  expect(here.isOn(marked(here.make('n'.repeat(256 - rest), request)))).toBe(true);
  expect(here.isOn(marked(here.make('n'.repeat(257 - rest), request)))).toBe(false);
});

test('a node shows that a marked request reached it, and nobody else can', () => {
  const here = new ForwardMark(key, at(1e12));
  const mark = here.make('node-1', request);
  const answer = here.answer('node-2', marked(mark))!;
  expect(here.isAnswer('node-2', mark, answer)).toBe(true);
  expect(here.isAnswer('node-3', mark, answer)).toBe(false);
  expect(here.isAnswer('node-2', here.make('node-4', request), answer)).toBe(false);
  for (const other of [undefined, '', mark, mark.split(';')[2], answer.slice(1), [answer]])
    expect(here.isAnswer('node-2', mark, other)).toBe(false);
  const stranger = new ForwardMark(new Uint8Array(32), at(1e12));
  expect(stranger.answer('node-2', marked(mark))).toBeUndefined();
  expect(here.answer('node-2', request)).toBeUndefined();
});
