import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/scan/model/sandbox.ts';
import { tryBubblewrap } from '../../src/scan/sandbox/bubblewrap.ts';
import { chooseSandbox, NoSandbox } from '../../src/scan/sandbox/choose-sandbox.ts';
import { tryNamespaces } from '../../src/scan/sandbox/namespaces.ts';
import { permissionSandbox } from '../../src/scan/sandbox/permissions.ts';
import { startService } from '../support/process.ts';
import { RepositoryBuilder } from './repositories.ts';
import { useHarness } from './use-harness.ts';

const searchPath = process.env['PATH'] ?? '';
const kernel = [tryBubblewrap(searchPath), tryNamespaces(searchPath)].filter(
  (found) => typeof found !== 'string',
);
const all: Sandbox[] = [...kernel, permissionSandbox('a test')];

const harness = await useHarness();
const data = mkdtempSync(join(tmpdir(), 'lorekeep-data-'));
const operatorKey = 'key_of-the-operator-0123456789abcdef';
const service = await startService({
  LOREKEEP_DATA_DIR: data,
  LOREKEEP_API_KEYS: operatorKey,
  LOREKEEP_LOG_LEVEL: 'silent',
});
const port = new URL(service.base).port;
afterAll(async () => {
  await service.stop();
  rmSync(data, { recursive: true, force: true });
});

/** What a scan process whose readers were led astray would try, as far as JavaScript alone can. */
const probe = `
const fs = require('node:fs'), http = require('node:http');
const result = {};
const attempt = (name, work) => { try { result[name] = work(); } catch (error) { result[name] = 'refused: ' + error.code; } };
const [data, parent, port] = process.argv.slice(1);
attempt('key', () => fs.readFileSync(data + '/secret.key', 'utf8'));
attempt('token', () => fs.readFileSync(data + '/control.token', 'utf8'));
attempt('environment', () => fs.readFileSync('/proc/' + parent + '/environ', 'utf8'));
const ask = (name, options, body) => new Promise((resolve) => {
  const end = (text) => { result[name] = text; resolve(); };
  const call = http.request({ method: 'POST', ...options }, (response) => {
    let text = ''; response.on('data', (part) => text += part); response.on('end', () => end(text));
  });
  call.on('error', (error) => end('refused: ' + error.code));
  call.end(body);
});
(async () => {
  await ask('socket', { socketPath: data + '/control.sock', path: '/key.create' }, '{"tenant":"bootstrap","name":"x","scopes":["admin"]}');
  await ask('network', { method: 'GET', host: '127.0.0.1', port, path: '/healthz' }, '');
  console.log(JSON.stringify(result));
})();
`;

function runProbe(sandbox: Sandbox): Promise<Record<string, string>> {
  const root = mkdtempSync(join(tmpdir(), 'lorekeep-root-'));
  const folders = { readOnly: [process.execPath], writable: [], root };
  const command = [
    ...sandbox.wrap(folders),
    process.execPath,
    ...sandbox.nodeFlags(folders),
    '--no-warnings',
    '-e',
    probe,
    data,
    String(service.child.pid),
    port,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(command[0]!, command.slice(1), { env: { PATH: searchPath } });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.on('close', (code) => {
      rmSync(root, { recursive: true, force: true });
      if (code === 0) resolve(JSON.parse(out));
      else reject(new Error(`${sandbox.kind} ended with ${code}: ${err}`));
    });
  });
}

describe.each(all.map((sandbox) => [sandbox.kind, sandbox] as const))(
  'in a sandbox of %s',
  (kind, sandbox) => {
    test('a scan process reads neither the secret key nor the environment of the service, and gets no key', async () => {
      const seen = await runProbe(sandbox);
      expect(seen['key']).toMatch(/^refused/);
      expect(seen['token']).toMatch(/^refused/);
      expect(seen['environment']).toMatch(/^refused/);
      expect(seen['socket']).toMatch(/^refused|unauthenticated/);
      if (kind !== 'permissions') expect(seen['network']).toMatch(/^refused/);
    });

    test('a repository is fetched and scanned as without one, and the coverage says what it ran in', async () => {
      const name = `plain-${kind}.git`;
      const built = new RepositoryBuilder(harness.repositories, name);
      built.files({ 'src/run.js': "require('child_process').exec('ls ' + process.argv[2]);\n" });
      const engines = ['code', 'secrets', 'supply-chain', 'dependencies', 'infrastructure'] as const;
      const inside = await harness.scan(harness.url(name), { engines: [...engines] }, undefined, sandbox);
      const outside = await harness.scan(harness.url(name), { engines: [...engines] });
      expect(inside).toMatchObject({ status: 'completed', coverage: { sandbox: kind, engineErrors: 0 } });
      if (inside.status !== 'completed' || outside.status !== 'completed') throw new Error('not completed');
      expect(inside.findings.length).toBeGreaterThan(0);
      expect(inside.findings).toEqual(outside.findings);
    });
  },
);

test('the probe notices when nothing protects', async () => {
  const seen = await runProbe(chooseSandbox('off', searchPath));
  expect(seen['key']).not.toMatch(/^refused/);
  expect(seen['environment']).toContain(operatorKey);
  expect(seen['network']).toContain('ok');
  // Not even then does the socket give out a key to whoever does not know the token.
  expect(seen['socket']).toMatch(/unauthenticated/);
});

test('a machine without any sandbox is told so, and "required" refuses with what to do', () => {
  expect(chooseSandbox('auto', '/nowhere').kind).toMatch(/namespaces|permissions/);
  if (typeof tryNamespaces('/nowhere') === 'string')
    expect(() => chooseSandbox('required', '/nowhere')).toThrow(NoSandbox);
  expect(chooseSandbox('off', searchPath).kind).toBe('off');
});
