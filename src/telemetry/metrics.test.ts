import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('counts requests and durations by route in the format of Prometheus', async () => {
  const metrics = new Metrics();
  metrics.countRequest('GET', '/v1/limits', 200, 0.002);
  metrics.countRequest('GET', '/v1/limits', 200, 0.4);
  metrics.countRequest('GET', '/v1/limits', 401, 100);
  metrics.observe('lorekeep_answer', 'The answer.', async () => 42);
  const text = await metrics.text();
  const labels = 'method="GET",route="/v1/limits",status="200"';
  expect(text).toContain(`lorekeep_http_requests_total{${labels}} 2\n`);
  expect(text).toContain(`lorekeep_http_request_duration_seconds_bucket{${labels},le="0.0025"} 1\n`);
  expect(text).toContain(`lorekeep_http_request_duration_seconds_bucket{${labels},le="0.5"} 2\n`);
  expect(text).toContain(`lorekeep_http_request_duration_seconds_count{${labels}} 2\n`);
  expect(text).toContain('status="401",le="60"} 0\n');
  expect(text).toContain('status="401",le="+Inf"} 1\n');
  expect(text).toContain('# TYPE lorekeep_answer gauge\nlorekeep_answer 42\n');
  expect(
    text
      .split('\n')
      .every((line) => line === '' || /^(# (HELP|TYPE) |[a-z_]+(\{[^}]*\})? [\d.e+-]+$)/.test(line)),
  ).toBe(true);
});

test('counts things by their labels', async () => {
  const metrics = new Metrics();
  for (const kind of ['a', 'b', 'a']) metrics.count('lorekeep_things_total', 'Things.', { kind });
  const text = await metrics.text();
  expect(text).toContain('# TYPE lorekeep_things_total counter\n');
  expect(text).toContain('lorekeep_things_total{kind="a"} 2\n');
  expect(text).toContain('lorekeep_things_total{kind="b"} 1\n');
});
