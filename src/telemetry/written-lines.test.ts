import { expect, test, vi } from 'vitest';
import { createLogger } from './logger.ts';
import { Metrics } from './metrics.ts';
import { ReadableOutput, readable } from './readable-output.ts';

const line = (fields: object) =>
  JSON.stringify({ level: 'warn', time: '2026-01-02T03:04:05.678Z', msg: 'it happened', ...fields });

test.each<[object, string]>([
  [{}, '03:04:05.678 warn  it happened'],
  [
    { level: 'info', n: 3, path: '/v1/a', text: 'two words', list: [1] },
    '03:04:05.678 info  it happened  n=3  path=/v1/a  text="two words"  list=[1]',
  ],
  [{ msg: 'a\u001b[31m', 'k\u2028': 'v' }, '03:04:05.678 warn  a\\u001b[31m  k\\u2028=v'],
  [
    {
      err: { type: 'TypeError', message: 'no', stack: 'TypeError: no\n    at f (a.ts:1)\n    at g (b.ts:2)' },
    },
    '03:04:05.678 warn  it happened  error="TypeError: no"\n      at f (a.ts:1)\n      at g (b.ts:2)',
  ],
  [{ err: { message: 'no' } }, '03:04:05.678 warn  it happened  error="Error: no"'],
  [{ err: 'plain' }, '03:04:05.678 warn  it happened  error=plain'],
])('the line with %o', (fields, text) => {
  expect(readable(line(fields))).toBe(text);
});

test.each([
  ['fatal', 31],
  ['error', 31],
  ['warn', 33],
  ['info', 32],
  ['debug', 34],
  ['trace', 90],
  ['other', 0],
])('%s has the colour %i', (level, colour) => {
  expect(readable(line({ level, n: 1 }), true)).toBe(
    `\u001b[90m03:04:05.678\u001b[0m \u001b[${colour}m${level.padEnd(5)}\u001b[0m it happened  \u001b[90mn=\u001b[0m1`,
  );
});

test('a logger writes JSON, and for people a line without', () => {
  const lines: string[] = [];
  const destination = { write: (text: string) => void lines.push(text) };
  createLogger('info', destination).info({ n: 1 }, 'hello');
  createLogger('info', destination).debug('not shown');
  createLogger('info', new ReadableOutput(destination, false)).warn('careful');
  expect(JSON.parse(lines[0]!)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    n: 1,
    msg: 'hello',
  });
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} warn {2}careful\n$/);
  expect(lines).toHaveLength(2);
});

test('requests are counted by route and status, with how long they took', async () => {
  const metrics = new Metrics();
  for (const seconds of [0.0005, 0.001, 0.0011, 60, 61]) metrics.countRequest('GET', '/v1/"a"', 200, seconds);
  metrics.countRequest('GET', '/v1/"a"', 404, 0.3);
  metrics.count('lorekeep_things_total', 'Things.', { kind: 'a\nb' });
  metrics.count('lorekeep_things_total', 'Things.', { kind: 'a\nb' });
  metrics.observe('lorekeep_fine', 'Fine.', () => 3);
  metrics.observe('lorekeep_away', 'Away.', () => Promise.reject(new Error('away')));
  const text = await metrics.text();
  const labels = 'method="GET",route="/v1/\\"a\\"",status="200"';
  const lines = text.split('\n');
  expect(lines).toContain(`lorekeep_http_requests_total{${labels}} 5`);
  const name = 'lorekeep_http_request_duration_seconds';
  const buckets = lines
    .filter((each) => each.startsWith(`${name}_bucket{${labels}`))
    .map((each) => each.split(' ').at(-1));
  expect(buckets.join(' ')).toBe('2 3 3 3 3 3 3 3 3 3 3 3 4 5');
  expect(lines).toContain(`${name}_count{${labels}} 5`);
  expect(lines.find((each) => each.startsWith(`${name}_sum{${labels}}`))).toMatch(/ 121\.0026/);
  expect(lines).toContain('lorekeep_things_total{kind="a\\nb"} 2');
  expect(lines).toContain('lorekeep_fine 3');
  expect(lines).toContain('lorekeep_away NaN');
});

test('the process tells of its memory, its age and its processor time', async () => {
  const spies = [
    vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(70_000_000),
    vi.spyOn(process, 'uptime').mockReturnValue(12.5),
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 2_500_000, system: 1_000_000 }),
  ];
  const lines = (await new Metrics().text()).split('\n');
  for (const spy of spies) spy.mockRestore();
  expect(lines).toContain('process_resident_memory_bytes 70000000');
  expect(lines).toContain('process_uptime_seconds 12.5');
  expect(lines).toContain('process_cpu_seconds 3.5');
  expect(lines.find((each) => each.startsWith('process_heap_used_bytes '))).toMatch(/ [1-9]\d{5,}$/);
});
