import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { authorization, startApp } from '../support/app.ts';

const json = { ...authorization, 'content-type': 'application/json' };

async function send(app: App, url: string, payload: string, method: 'POST' | 'PATCH' = 'POST') {
  const response = await app.server.inject({ method, url, headers: json, payload });
  const { data } = response.json() as { data: { code: string; message: string; details?: unknown[] } };
  return { status: response.statusCode, bytes: Buffer.byteLength(response.body), ...data };
}

/** Processor time of the cheapest of a few runs, in milliseconds. */
async function cpuOf(work: () => unknown, runs = 3): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const longName = 'n'.repeat(200_000);
const control = '\\u0001'.repeat(500);

test.each([
  ['unknown fields with long names', `{"namespace":"a","query":"b",${fields(20, longName)}}`],
  ['unknown fields of control characters', `{"namespace":"a","query":"b",${fields(20, control)}}`],
  ['NUL under long names', `{"namespace":"a","query":"b","filter":{${fields(20, longName, '"\\u0000"')}}}`],
  ['half a surrogate pair deep down', `{"namespace":"a","query":${nested(60, longName.slice(0, 5_000))}}`],
])('the error for %s has at most 16 kB', async (_, payload) => {
  const app = await startApp();
  for (const url of ['/v1/memory/entries', '/v1/memory/search', '/v1/keys', '/v1/security/scan']) {
    const { status, bytes } = await send(app, url, payload);
    expect([400, 413]).toContain(status);
    expect(bytes).toBeLessThanOrEqual(16_000);
  }
});

function fields(count: number, name: string, value = '1'): string {
  return Array.from({ length: count }, (_, i) => `"${name}${i}":${value}`).join();
}

function nested(depth: number, name: string): string {
  return `${`{"${name}":`.repeat(depth)}"\\ud800"${'}'.repeat(depth)}`;
}

test.each([
  ['entries', '/v1/memory/entries', '"namespace":"a"', '{}', 413],
  ['ids', '/v1/memory/entries/delete', '"namespace":"a"', '1', 400],
  ['scopes', '/v1/keys', '"name":"a"', '1', 400],
  ['namespaces', '/v1/keys', '"name":"a","scopes":["admin"]', '1', 400],
])(
  'too many %s are refused by their number, before one of them is looked at',
  async (name, url, rest, item, status) => {
    const app = await startApp();
    const body = `{${rest},"${name}":[${Array(1_200).fill(item).join()}]}`;
    const refused = await send(app, url, body);
    expect(refused).toMatchObject({ status, details: [{ path: name }] });
    expect(refused.details).toHaveLength(1);
  },
);

test('refusing a body of many small objects costs little more than parsing it', async () => {
  const app = await startApp();
  const payload = `{"namespace":"a","entries":[${Array(90_000).fill('{}').join()}]}`;
  const parsing = await cpuOf(() => JSON.parse(payload), 5);
  const refusing = await cpuOf(() => send(app, '/v1/memory/entries', payload));
  // Looking at each of them cost 150 times as much as parsing.
  expect(refusing / parsing).toBeLessThan(15);
});

test('a body that could not be right is refused by its length, without being parsed', async () => {
  const app = await startApp();
  const filler = 'x'.repeat(70_000);
  for (const url of [
    '/v1/keys/key_x/rotate',
    '/v1/security/credentials',
    '/v1/security/scan/scan_x/cancel',
  ]) {
    expect(await send(app, url, `{"name":"${filler}"}`), url).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
  }
  const update = await send(app, '/v1/memory/entries/mem_x', `{"content":"${filler}"}`, 'PATCH');
  expect(update).toMatchObject({ status: 404 });
});

test('labels are counted before they are read', async () => {
  const app = await startApp();
  const labels = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`l${i}`, 'x']));
  const body = { repoUrl: 'https://git.example.com/a.git', labels };
  expect(await send(app, '/v1/security/scan', JSON.stringify(body))).toMatchObject({
    status: 400,
    message: 'labels: Must have at most 20 fields.',
  });
});

test.each([
  ['values', `[${Array(100_001).fill('1').join()}]`, 413],
  ['keys', `{${Array.from({ length: 20_001 }, (_, i) => `"k${i}":1`).join()}}`, 413],
  ['levels', `${'['.repeat(65)}${']'.repeat(65)}`, 400],
  ['escapes', `"${'\\n'.repeat(2_000_001)}"`, 413],
  ['blanks', ' '.repeat(2_200_000), 413],
])('a body with too many %s is refused before it is parsed', async (_, x, status) => {
  const app = await startApp();
  const refused = await send(app, '/v1/memory/entries', `{"namespace":"a","x":${x}}`);
  expect(refused.status).toBe(status);
});
