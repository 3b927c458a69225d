import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { Cors } from './cors.ts';

function apply(origins: readonly string[], method: string, headers: Record<string, string>) {
  const head: string[] = [];
  const isPreflight = new Cors(origins).apply({ head, headers, method } as unknown as FastifyRequest);
  return { head: head.join(' '), isPreflight };
}

const ours = 'https://app.example';
const preflight = { origin: ours, 'access-control-request-method': 'POST' };

test('with no origin listed no header is sent, not even to a preflight', () => {
  expect(apply([], 'OPTIONS', preflight)).toEqual({ head: '', isPreflight: false });
});

test('a listed origin is allowed by its name, and responses differ by origin', () => {
  const { head, isPreflight } = apply([ours], 'GET', { origin: ours });
  expect(head).toContain('Vary Origin');
  expect(head).toContain(`Access-Control-Allow-Origin ${ours}`);
  expect(head).not.toContain('Access-Control-Allow-Methods');
  expect(isPreflight).toBe(false);
});

test.each([{}, { origin: 'https://evil.example' }, { origin: `${ours}.evil.example` }])(
  'any other origin is not allowed: %j',
  (headers) => {
    const sent = apply([ours], 'OPTIONS', { ...preflight, origin: '', ...headers });
    expect(sent).toEqual({ head: 'Vary Origin', isPreflight: false });
  },
);

test('a preflight needs no more than the headers; a plain OPTIONS request is none', () => {
  const { head, isPreflight } = apply([ours], 'OPTIONS', preflight);
  expect(isPreflight).toBe(true);
  expect(head).toContain('Access-Control-Allow-Methods GET, POST, PATCH, DELETE');
  expect(head).toContain('Access-Control-Allow-Headers Authorization, Content-Type, Idempotency-Key, Accept');
  expect(head).toContain('Access-Control-Max-Age 600');
  expect(apply([ours], 'OPTIONS', { origin: ours }).isPreflight).toBe(false);
  expect(apply([ours], 'POST', preflight).isPreflight).toBe(false);
});
