import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/app.ts';
import { onPostgres } from '../support/backend.ts';
import { lorekeep, startService } from '../support/process.ts';

test('the first start prints a key once, saves it for its owner only, and the printed lines work', async () => {
  const folder = join(temporaryFolder(), 'data');
  const service = await startService({ LOREKEEP_DATA_DIR: folder });
  const key = readFileSync(join(folder, 'initial-key'), 'utf8').trim();
  expect(statSync(join(folder, 'initial-key')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(service.output()).toContain(key);
  const lines = service.output().match(/curl -s .*/g)!;
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const url = /http:\/\/\S+/.exec(line)![0];
    const body = / -d '(.*)'/.exec(line)?.[1];
    const headers = Object.fromEntries(
      [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map((m) => [m[1]!, m[2]!]),
    );
    const response = await fetch(url, body ? { method: 'POST', body, headers } : { headers });
    expect([line, response.status]).toEqual([line, 200]);
  }
  expect(await service.stop()).toBe(0);
  const second = await startService({ LOREKEEP_DATA_DIR: folder });
  expect(second.output()).not.toContain(key);
  expect(await second.stop()).toBe(0);
});

test('a second service on the same folder is refused and the first goes on', async () => {
  const folder = temporaryFolder();
  const service = await startService({ LOREKEEP_DATA_DIR: folder });
  const second = await lorekeep(['serve'], { LOREKEEP_DATA_DIR: folder, LOREKEEP_PORT: '0' });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain('Another Lorekeep is using');
  expect((await fetch(`${service.base}/readyz`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test('it does not listen where others can reach it without a key of the operator', async () => {
  const folder = temporaryFolder();
  const refused = await lorekeep(['serve'], {
    LOREKEEP_DATA_DIR: folder,
    LOREKEEP_HOST: '0.0.0.0',
    LOREKEEP_PORT: '0',
  });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('LOREKEEP_API_KEYS');
  expect(existsSync(join(folder, 'initial-key'))).toBe(false);
  const made = await lorekeep(['key', 'create', 'mine', '--scopes', 'admin'], { LOREKEEP_DATA_DIR: folder });
  expect(made.code).toBe(0);
  const service = await startService({ LOREKEEP_DATA_DIR: folder, LOREKEEP_HOST: '0.0.0.0' });
  expect(await service.stop()).toBe(0);
});

test('commands reach the running service, and open the folder themselves when none runs', async () => {
  const variables = { LOREKEEP_DATA_DIR: temporaryFolder() };
  const service = await startService(variables);
  expect(statSync(join(variables.LOREKEEP_DATA_DIR, 'control.sock')).mode & 0o777).toBe(0o600);
  const made = await lorekeep(['key', 'create', 'ci', '--scopes', 'memory:read,admin', '--json'], variables);
  const { key, id } = JSON.parse(made.stdout) as { key: string; id: string };
  const limits = () => fetch(`${service.base}/v1/limits`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await limits()).status).toBe(200);
  expect((await lorekeep(['key', 'revoke', id], variables)).code).toBe(0);
  expect((await limits()).status).toBe(401);
  await service.stop();
  const listed = await lorekeep(['key', 'list', '--json'], variables);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, status: 'revoked' }, { name: 'initial key' }]);
  expect((await lorekeep(['tenant', 'create', 'acme'], variables)).code).toBe(0);
  expect((await lorekeep(['tenant', 'create', 'acme'], variables)).code).toBe(1);
  expect((await lorekeep(['tenant', 'delete', 'acme'], variables)).code).toBe(2);
  expect((await lorekeep(['tenant', 'delete', 'acme', '--yes'], variables)).code).toBe(0);
});

test('a folder deep in a tree works too', async () => {
  const folder = join(temporaryFolder(), 'a'.repeat(60), 'b'.repeat(60));
  const service = await startService({ LOREKEEP_DATA_DIR: folder });
  const listed = await lorekeep(['tenant', 'list', '--json'], { LOREKEEP_DATA_DIR: folder });
  expect(listed.code).toBe(0);
  await service.stop();
});

test.skipIf(onPostgres())(
  'a backup taken while the service writes can be restored, and a damaged one is refused',
  async () => {
    const variables = { LOREKEEP_DATA_DIR: temporaryFolder(), LOREKEEP_API_KEYS: 'key_ops' };
    const target = join(temporaryFolder(), 'backup');
    const service = await startService(variables);
    const made = await lorekeep(['key', 'create', 'kept', '--scopes', 'admin', '--json'], variables);
    expect((await lorekeep(['backup', target], variables)).code).toBe(0);
    expect((await lorekeep(['backup', target], variables)).stderr).toContain('exists already');
    expect(existsSync(join(target, 'initial-key'))).toBe(false);
    await service.stop();

    const restored = { LOREKEEP_DATA_DIR: join(temporaryFolder(), 'restored') };
    expect((await lorekeep(['restore', target], restored)).code).toBe(0);
    expect((await lorekeep(['restore', target], restored)).stderr).toContain('holds data already');
    const listed = await lorekeep(['key', 'list', '--json'], restored);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: (JSON.parse(made.stdout) as { id: string }).id }]);
    expect((await lorekeep(['verify'], restored)).code).toBe(0);

    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(target, 'lorekeep.db'), 'damaged');
    const damaged = await lorekeep(['restore', target], { LOREKEEP_DATA_DIR: join(temporaryFolder(), 'x') });
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toContain('damaged');
  },
);

test('SIGTERM finishes the open request, refuses new ones and ends with 0', async () => {
  const service = await startService({ LOREKEEP_DATA_DIR: temporaryFolder(), LOREKEEP_API_KEYS: 'key_ops' });
  // A body that is still on its way when the signal comes. "Continue" says that the request was let in.
  const open = request(`${service.base}/v1/keys`, {
    method: 'POST',
    headers: { Authorization: 'Bearer key_ops', 'Content-Type': 'application/json', Expect: '100-continue' },
  });
  open.flushHeaders();
  await once(open, 'continue');
  open.write('{"name":"late",');
  const stopped = service.stop();
  await vi.waitFor(() => expect(service.output()).toContain('shutting down'), { timeout: 300_000 });
  open.end('"scopes":["admin"]}');
  const [response] = (await once(open, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(await stopped).toBe(0);
});

test('a setting that does not exist is named and nothing starts', async () => {
  const refused = await lorekeep(['serve'], { LOREKEEP_PROT: '1' });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('Did you mean LOREKEEP_PORT');
});

test('log lines are JSON where a program reads them, and text where the setting says so', async () => {
  const lastRequest = async (variables: Record<string, string>) => {
    const service = await startService({ LOREKEEP_DATA_DIR: temporaryFolder(), ...variables });
    await fetch(`${service.base}/v1/limits`);
    expect(await service.stop()).toBe(0);
    return service
      .output()
      .split('\n')
      .findLast((line) => line.includes('/v1/limits'))!;
  };
  expect(JSON.parse(await lastRequest({}))).toMatchObject({ msg: 'request', status: 401 });
  expect(await lastRequest({ LOREKEEP_LOG_FORMAT: 'text' })).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} info {2}request .* status=401/,
  );
});

test('doctor prints the settings in force and hides secrets', async () => {
  const result = await lorekeep(['doctor', '--json'], {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_API_KEYS: 'key_verysecret',
  });
  expect(result.stdout).not.toContain('verysecret');
  expect(JSON.parse(result.stdout)).toMatchObject({ settings: { apiKeys: '(1 set, hidden)', port: 8080 } });
});

test('a reader that has seen enough, such as head, ends no command with an error', async () => {
  const child = spawn(process.execPath, ['src/main.ts', 'rules', 'list'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.once('data', () => child.stdout.destroy());
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(child, 'exit')) as [number];
  expect([code, said]).toEqual([0, '']);
});

test('every command has help, and what is not a command is 2', async () => {
  const overview = await lorekeep(['help'], {});
  const names = [...overview.stdout.matchAll(/^ {2}(\w+) /gm)].map((match) => match[1]!);
  expect(names).toEqual(
    expect.arrayContaining(['serve', 'key', 'tenant', 'backup', 'restore', 'verify', 'doctor']),
  );
  for (const name of names) {
    const help = await lorekeep([name, '--help'], {});
    expect([name, help.code, help.stdout.includes('Usage:')]).toEqual([name, 0, true]);
  }
  expect((await lorekeep(['nonsense'], {})).code).toBe(2);
  expect((await lorekeep(['key', 'list', '--nonsense'], {})).code).toBe(2);
});

// How large it may grow is the business of whoever runs the shared database.
test.skipIf(onPostgres())(
  'a full disk answers 507, keeps what was acknowledged, and goes on when there is room',
  async () => {
    const variables = {
      LOREKEEP_DATA_DIR: temporaryFolder(),
      LOREKEEP_API_KEYS: 'key_ops',
      LOREKEEP_EMBEDDER: 'fast',
    };
    const service = await startService({ ...variables, LOREKEEP_STORAGE_MAX_BYTES: String(2_000_000) });
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${service.base}${path}`, {
        method,
        headers: { Authorization: 'Bearer key_ops', ...(body ? { 'Content-Type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return {
        status: response.status,
        body: (await response.json()) as { data: { ids: string[]; code: string } },
      };
    };
    const write = (namespace: string) =>
      call('POST', '/v1/memory/entries', { namespace, entries: [{ content: 'word '.repeat(20_000) }] });
    const acknowledged: string[] = [];
    let refused: { status: number; body: { data: { code: string } } } | undefined;
    for (let i = 0; i < 60 && !refused; i++) {
      const answer = await write('n');
      if (answer.status === 200) acknowledged.push(...answer.body.data.ids);
      else refused = answer;
    }
    expect(refused).toMatchObject({ status: 507, body: { data: { code: 'storage_full' } } });
    for (const id of acknowledged) expect((await call('GET', `/v1/memory/entries/${id}`)).status).toBe(200);
    for (const id of acknowledged.slice(0, 3)) await call('DELETE', `/v1/memory/entries/${id}`);
    expect((await write('n')).status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect((await lorekeep(['verify'], variables)).code).toBe(0);
  },
);
