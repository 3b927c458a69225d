import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './load.ts';
import { listSettings } from './settings.ts';

const empty = mkdtempSync(join(tmpdir(), 'lorekeep-config-'));

function withFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-config-'));
  writeFileSync(join(folder, 'lorekeep.yaml'), content);
  return folder;
}

test('without any setting the defaults hold', () => {
  const config = loadConfig({}, empty);
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, dataDir: './data', apiKeys: [] });
  expect(config.plans['free']?.searchLimitDefault).toBe(5);
  expect(config.plans['team']?.searchLimitDefault).toBe(10);
  expect(config.plans['scale']?.searchLimitDefault).toBe(20);
});

test('the environment wins over the file and the file over the defaults', () => {
  const folder = withFile('port: 9000\nhost: ::1\nlimits:\n  bodyBytes: 1000\n  maxConnections: 7\n');
  const config = loadConfig({ LOREKEEP_PORT: '9001', LOREKEEP_LIMITS_BODY_BYTES: '2000' }, folder);
  expect(config).toMatchObject({ port: 9001, host: '::1', limits: { bodyBytes: 2000, maxConnections: 7 } });
});

test('lists are separated by commas and booleans are true or false', () => {
  const config = loadConfig({ LOREKEEP_API_KEYS: 'key_a, key_b,', LOREKEEP_METRICS_OPEN: 'true' }, empty);
  expect(config.apiKeys).toEqual(['key_a', 'key_b']);
  expect(config.metricsOpen).toBe(true);
});

test.each<[string, unknown]>([
  ['true', true],
  ['TRUE ', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
  ['', false],
])('the boolean %j is %s', (text, value) => {
  expect(loadConfig({ LOREKEEP_METRICS_OPEN: text }, empty).metricsOpen).toBe(value);
});

test.each(['yes', 'no', '2', '01', ' '])('the boolean %j is none', (text) => {
  expect(() => loadConfig({ LOREKEEP_METRICS_OPEN: text }, empty)).toThrow('LOREKEEP_METRICS_OPEN');
});

test.each([
  ['80', 80],
  [' 80 ', 80],
  ['0', 0],
])('the number %j is %i', (text, value) => {
  expect(loadConfig({ LOREKEEP_PORT: text }, empty).port).toBe(value);
});

test('a name that is like none is not guessed at', () => {
  expect(() => loadConfig({ LOREKEEP_ENTIRELY_DIFFERENT: '1' }, empty)).toThrow(
    /LOREKEEP_ENTIRELY_DIFFERENT is not a setting\.$/,
  );
});

test.each([
  [
    'an unknown variable',
    { LOREKEEP_PROT: '1' },
    '',
    /LOREKEEP_PROT is not a setting. Did you mean LOREKEEP_PORT/,
  ],
  ['a number that is none', { LOREKEEP_PORT: 'eighty' }, '', /LOREKEEP_PORT/],
  ['a port out of range', { LOREKEEP_PORT: '70000' }, '', /LOREKEEP_PORT/],
  ['a boolean that is none', { LOREKEEP_METRICS_OPEN: 'perhaps' }, '', /LOREKEEP_METRICS_OPEN/],
  [
    'a key without its prefix',
    { LOREKEEP_API_KEYS: 'secret' },
    '',
    /LOREKEEP_API_KEYS: must begin with key_/,
  ],
  ['an unknown name in the file', {}, 'prot: 1', /prot is not a setting. Did you mean port/],
  ['an unknown name deep in the file', {}, 'limits: { bodyByte: 1 }', /limits.bodyByte is not a setting/],
  [
    'a database of another kind',
    { LOREKEEP_DATABASE_URL: 'mysql://db.example.com/lorekeep' },
    '',
    /LOREKEEP_DATABASE_URL: must be a URL such as postgres:/,
  ],
  [
    'a shared database without the key that all nodes share',
    { LOREKEEP_DATABASE_URL: 'postgres://db.example.com/lorekeep' },
    '',
    /LOREKEEP_SECRET_KEY_FILE is needed with a database URL/,
  ],
  [
    'a URL in place of a host, which no host would be',
    { LOREKEEP_SCAN_ALLOW_HOSTS: 'https://git.example.com/' },
    '',
    /LOREKEEP_SCAN_ALLOW_HOSTS: must be a host/,
  ],
  ['a file that is not YAML', {}, 'a: [', /not valid YAML/],
  ['a file that is a list', {}, '- a', /names and values/],
])('%s is refused by name', (_, environment, file, message) => {
  expect(() => loadConfig(environment, file === '' ? empty : withFile(file))).toThrow(message);
});

test('the value of a wrong key is not repeated', () => {
  expect(() => loadConfig({ LOREKEEP_API_KEYS: 'hunter2' }, empty)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});

test('every setting has a description, and the names that others rely on exist', () => {
  const settings = listSettings();
  expect(settings.filter(({ description }) => description === '')).toEqual([]);
  expect(settings.map(({ variable }) => variable)).toEqual(
    expect.arrayContaining([
      'LOREKEEP_HOST',
      'LOREKEEP_PORT',
      'LOREKEEP_DATA_DIR',
      'LOREKEEP_API_KEYS',
      'LOREKEEP_DATABASE_URL',
    ]),
  );
});

test.each([
  ['limits:\n  bodyBytes: 5\n', 2_000],
  ['limits:\n', 2_000],
  ['limits: none\n', 2_000],
])('a setting of the environment has its place, whatever the file %j has there', (file, bodyBytes) => {
  const config = loadConfig({ LOREKEEP_LIMITS_BODY_BYTES: '2000' }, withFile(file));
  expect(config.limits.bodyBytes).toBe(bodyBytes);
});

test('variables that clients read are no settings, and no mistakes either', () => {
  const environment = {
    LOREKEEP_URL: 'http://127.0.0.1:8080',
    LOREKEEP_API_KEY: 'key_a',
    LOREKEEP_WEBHOOK_SECRET: 'whsec_a',
  };
  expect(loadConfig(environment, empty)).toEqual(loadConfig({}, empty));
});

test('a file that is named by an empty variable is none', () => {
  const folder = withFile('port: 9000\n');
  for (const named of ['', undefined]) expect(loadConfig({ LOREKEEP_CONFIG: named }, folder).port).toBe(9000);
});

test('white space around a variable is no part of it, but for texts that end with it on purpose', () => {
  const config = loadConfig(
    {
      LOREKEEP_DATA_DIR: '/var/lib/lorekeep\r',
      LOREKEEP_HOST: ' ::1 ',
      LOREKEEP_LOG_LEVEL: 'debug\n',
      LOREKEEP_EMBEDDING_QUERY_PREFIX: 'query: ',
    },
    empty,
  );
  expect(config).toMatchObject({ dataDir: '/var/lib/lorekeep', host: '::1', logLevel: 'debug' });
  expect(config.embedding.queryPrefix).toBe('query: ');
  expect(() => loadConfig({ LOREKEEP_DATA_DIR: ' ' }, empty)).toThrow('LOREKEEP_DATA_DIR');
});

test.each(['127.0.0.1', '10.0.0.0/8', '10.0.0.0/255.0.0.0', '::1', 'fd00::/8', 'fd00::/128', 'loopback'])(
  'a proxy may be at %s',
  (network) => {
    expect(loadConfig({ LOREKEEP_TRUST_PROXY: network }, empty).trustProxy).toEqual([network]);
  },
);

test.each(['true', '*', 'proxy.example.com', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '10.0.0.0/8/8', '10/8'])(
  'a proxy at %s is refused by the name of the setting',
  (network) => {
    expect(() => loadConfig({ LOREKEEP_TRUST_PROXY: network }, empty)).toThrow('LOREKEEP_TRUST_PROXY');
  },
);
