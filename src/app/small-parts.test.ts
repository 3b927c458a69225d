import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/app.ts';
import { loadConfig } from '../config/load.ts';
import type { Embedder } from '../memory/embedding/embedder.ts';
import { createTextSecrets } from '../scan/engines/secrets/text-secrets.ts';
import type { App } from './app.ts';
import { createContentGuard } from './content-guard.ts';
import { metered } from './metered-embedder.ts';
import { moveData } from './move-data.ts';
import { describeVersion, readVersion } from './version.ts';
import { welcome } from './welcome.ts';

const root = join(import.meta.dirname, '..', '..');

test('the version is the one of the package, with the commit where that is known', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(readVersion()).toBe(version);
  const commit = existsSync(join(root, '.git'))
    ? ` (${execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).slice(0, 12)})`
    : '';
  expect(describeVersion()).toBe(version + commit);
});

test('an embedder is the same one, and the wait of a tenant is counted, also where it fails', async () => {
  const counted: Array<[string, number]> = [];
  const embedder = {
    id: 'm',
    dims: 3,
    calibration: {},
    countTokens: (text: string) => text.length,
    split: (content: string) => [{ start: 0, end: content.length }],
    close: async () => 'closed',
    embed: async (texts: readonly string[], kind: string, options?: object) => {
      if (texts.length === 0) throw new Error('nothing');
      return [texts, kind, options];
    },
  } as unknown as Embedder;
  const same = metered(embedder, (tenant, ms) => counted.push([tenant, ms]));
  expect([same.id, same.dims, same.calibration]).toEqual(['m', 3, {}]);
  expect(same.calibration).toBe(embedder.calibration);
  expect(same.countTokens('abc')).toBe(3);
  expect(same.split('abcd')).toEqual([{ start: 0, end: 4 }]);
  expect(await same.close()).toBe('closed');
  expect(await same.embed(['a'], 'query')).toEqual([['a'], 'query', undefined]);
  await same.embed(['a'], 'query', {});
  expect(counted).toEqual([]);
  expect(await same.embed(['a'], 'document', { tenant: 't' })).toEqual([['a'], 'document', { tenant: 't' }]);
  await expect(same.embed([], 'query', { tenant: 'u' })).rejects.toThrow('nothing');
  expect(counted.map(([tenant]) => tenant)).toEqual(['t', 'u']);
  for (const [, ms] of counted) {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThan(performance.now());
  }
});

test.each([
  [
    'postgres://host/db',
    { LOREKEEP_DATABASE_URL: 'postgres://other/db', LOREKEEP_SECRET_KEY_FILE: 'k' },
    'in Postgres already',
  ],
  [
    'postgresql://host/db',
    { LOREKEEP_DATABASE_URL: 'postgres://other/db', LOREKEEP_SECRET_KEY_FILE: 'k' },
    'in Postgres already',
  ],
  ['./folder', {}, 'in a folder already'],
  ['my-postgres://host', {}, 'in a folder already'],
])('data is not moved to %s where it is of that kind already', async (to, settings, problem) => {
  const config = loadConfig({ LOREKEEP_DATA_DIR: temporaryFolder(), ...settings }, temporaryFolder());
  await expect(moveData(config, to, () => {})).rejects.toThrow(problem);
});

function appOf(host: string, firstKey?: string) {
  const firstKeyFile = join(temporaryFolder(), 'initial-key');
  const app = {
    server: { server: { address: () => ({ port: 4321 }) } },
    firstKey: firstKey === undefined ? undefined : { key: firstKey },
    firstKeyFile,
  } as unknown as App;
  return { firstKeyFile, text: () => welcome(app, { host } as never) };
}

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4321'],
  ['localhost', 'http://localhost:4321'],
  ['::1', 'http://[::1]:4321'],
])('the greeting of a service on %s names the URLs to open', (host, base) => {
  const { text, firstKeyFile } = appOf(host);
  const greeting = `Lorekeep is listening on ${base} (console: ${base}/console/, reference: ${base}/docs).`;
  expect(text()).toBe(greeting);
  writeFileSync(firstKeyFile, 'key');
  expect(text()).toBe(`${greeting} The first API key is in ${firstKeyFile}.`);
});

test('the first key is shown once, with lines that can be copied', () => {
  const { text, firstKeyFile } = appOf('127.0.0.1', 'key_first');
  expect(text()).toContain(`printed this once and saved in ${firstKeyFile}:\n\n  key_first\n`);
  const lines = text()
    .split('\n')
    .filter((line) => line.startsWith('  curl'));
  expect(lines.map((line) => line.replace(/ -H 'Content-Type: application\/json'/, ''))).toEqual([
    `  curl -s http://127.0.0.1:4321/v1/memory/entries -H 'Authorization: Bearer key_first' -d '{"namespace":"demo","entries":[{"content":"Ada prefers tea in the morning."}]}'`,
    `  curl -s http://127.0.0.1:4321/v1/memory/search -H 'Authorization: Bearer key_first' -d '{"namespace":"demo","query":"What does Ada like to drink?"}'`,
    `  curl -s http://127.0.0.1:4321/v1/security/scan -H 'Authorization: Bearer key_first' -d '{"repoUrl":"https://github.com/fastify/fastify"}'`,
  ]);
});

test('the guard of memory takes what a rule is sure of for a credential, and nothing that it only suspects', () => {
  const value = ['q7Wd2', 'Kx9Lm', '4Zt8R', 'b3Vn6'].join('');
  const suspect =
    ['ZXlK', 'aB3', 'xY7', 'qR9', 'mN2'].join('') +
    'kL5pT8vW1zC4dF6gH0jS'.repeat(3).split('').reverse().join('');
  const text = `value = ${suspect}\nDB_PASSWORD=${value}`;
  const all = createTextSecrets()(text);
  expect(all.map(({ confidence }) => confidence === 'low')).toEqual([true, false]);
  expect(createContentGuard().inspect(text, new Set(['secrets']))).toMatchObject([
    { kind: 'secrets', ruleId: all[1]!.ruleId, start: all[1]!.start, end: all[1]!.end },
  ]);
});
