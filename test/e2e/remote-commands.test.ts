import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { startApp, temporaryFolder, testKey } from '../support/app.ts';
import { runInProcess } from '../support/in-process-cli.ts';
import { sampleScan } from '../support/sample-scan.ts';

/** The command line against a service elsewhere: nothing but HTTP and a key. */
async function openRemote(): Promise<{ app: App; run: (...args: string[]) => Promise<string> }> {
  const app = await startApp({}, { runScan: async () => sampleScan() });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  return {
    app,
    run: async (...args) => {
      const surroundings = { environment: { LOREKEEP_API_KEY: testKey } };
      const { code, out, said } = await runInProcess(
        [...args, '--server', `http://127.0.0.1:${port}`],
        surroundings,
      );
      expect([args, code, code === 0 ? '' : said]).toEqual([args, 0, '']);
      return out;
    },
  };
}

test('memory works with --server: write, search, get, update, list with metadata, delete, import, export', async () => {
  const { run } = await openRemote();
  const folder = temporaryFolder();
  const id = (await run('memory', 'write', 'far', 'Ada prefers tea.', '--metadata', '{"user":"ada"}')).trim();
  expect(await run('memory', 'search', 'far', 'what does Ada drink')).toContain(id);
  expect(await run('memory', 'context', 'far', 'tea')).toContain('Ada prefers tea.');
  expect(await run('memory', 'get', id)).toMatch(/metadata +\{"user":"ada"\}[\s\S]*Ada prefers tea\./);
  expect(JSON.parse(await run('memory', 'update', id, 'Ada', 'drinks', 'tea.', '--json'))).toMatchObject({
    content: 'Ada drinks tea.',
    metadata: { user: 'ada' },
  });
  expect(await run('memory', 'list', 'far')).toContain('{"user":"ada"}');
  expect(await run('memory', 'namespaces')).toContain('far');

  const csv = join(folder, 'notes.csv');
  writeFileSync(csv, 'key,text,topic\n1,"Tea, green",drinks\n2,Coffee,drinks\n');
  const map = ['--from', 'csv', '--map', 'content=text,externalId=key,metadata.*'];
  const counts = async () => JSON.parse(await run('memory', 'import', 'notes', csv, ...map, '--json'));
  expect(await counts()).toMatchObject({ read: 2, written: 2 });
  expect(await counts()).toMatchObject({ read: 2, written: 0, unchanged: 2 });
  const exported = join(folder, 'notes.ndjson');
  await run('memory', 'export', 'notes', exported);
  expect(readFileSync(exported, 'utf8').trim().split('\n')).toHaveLength(2);
  const vectors = join(folder, 'vectors.ndjson');
  writeFileSync(vectors, '{"content":"a","vector":[1,0]}\n{"content":"b","vector":[0,1]}\n');
  await run('memory', 'import', 'points', vectors);
  await run('memory', 'export', 'points', vectors);
  expect(readFileSync(vectors, 'utf8').match(/"vector":"/g)).toHaveLength(2);
  expect(JSON.parse(await run('memory', 'import', 'points', vectors, '--json'))).toMatchObject({
    unchanged: 2,
  });
  const markdown = join(folder, 'notes.md');
  await run('memory', 'export', 'notes', markdown, '--format', 'markdown');
  expect(readFileSync(markdown, 'utf8')).toMatch(
    /## mem_\w+\n\n- created .*\n- external id 1\n- topic: drinks\n\n```text\nTea, green\n```/,
  );
  await run('memory', 'delete', 'far', id);
  expect(await run('memory', 'list', 'far', '--json')).toBe('[]\n');
});

test('records without text are counted, and a file of nothing else is an error that says what to do', async () => {
  const { app, run } = await openRemote();
  const { port } = app.server.server.address() as AddressInfo;
  const file = join(temporaryFolder(), 'points.json');
  writeFileSync(file, '[{"id":1,"payload":{"body":"Tea."}},{"id":2,"payload":{"other":"x"}}]');
  const args = ['memory', 'import', 'points', file, '--from', 'qdrant', '--text-field'];
  expect(JSON.parse(await run(...args, 'body', '--json'))).toMatchObject({ written: 1, withoutText: 1 });
  const surroundings = { environment: { LOREKEEP_API_KEY: testKey } };
  const server = ['--server', `http://127.0.0.1:${port}`];
  const none = await runInProcess([...args, 'nope', ...server], surroundings);
  expect([none.code, none.said]).toEqual([1, expect.stringContaining('none of the 2 records has text')]);
  const misspelt = await runInProcess(['memory', 'import', 'a', file, '--from', 'cvs', ...server]);
  expect(misspelt.said).toContain('Did you mean "csv"?');
});

test('a wrong line of a remote import is named by its number in the file', async () => {
  const { app } = await openRemote();
  const { port } = app.server.server.address() as AddressInfo;
  const file = join(temporaryFolder(), 'bad.ndjson');
  writeFileSync(file, '{"content":"a"}\n\n{"content":1}\n');
  const { code, said } = await runInProcess(
    ['memory', 'import', 'x', file, '--from-line', '2', '--server', `http://127.0.0.1:${port}`],
    { environment: { LOREKEEP_API_KEY: testKey } },
  );
  expect([code, said]).toEqual([1, expect.stringContaining('Line 3')]);
});

test('a wrong record of another program is named by its line, row or place in the file', async () => {
  const { app } = await openRemote();
  const { port } = app.server.server.address() as AddressInfo;
  const folder = temporaryFolder();
  const bad = JSON.stringify('x\u0000');
  for (const [format, text, line] of [
    ['jsonl', `{"content":"a"}\n\n{"content":""}\n{"other":1}\n{"content":${bad}}\n`, 5],
    ['csv', 'content,tag\na,1\n,2\n\nx\0,3\n', 5],
    ['langchain', `[{"page_content":"a"},{"page_content":""},{"page_content":${bad}}]`, 3],
  ] as const) {
    const file = join(folder, `bad.${format}`);
    writeFileSync(file, text);
    const { code, said } = await runInProcess(
      ['memory', 'import', 'x', file, '--from', format, '--server', `http://127.0.0.1:${port}`],
      { environment: { LOREKEEP_API_KEY: testKey } },
    );
    expect([format, code, said]).toEqual([
      format,
      1,
      expect.stringContaining(`Line ${line}: content: Contains the character NUL.`),
    ]);
  }
});

test('keys and the audit trail work with --server', async () => {
  const { run } = await openRemote();
  const issued = JSON.parse(await run('key', 'create', 'bot', '--scopes', 'memory:read', '--json'));
  expect(issued.key).toMatch(/^key_/);
  expect(await run('key', 'list')).toContain(issued.id);
  await run('key', 'rotate', issued.id);
  await run('key', 'revoke', issued.id);
  expect(await run('audit')).toContain(issued.id);
  expect(JSON.parse(await run('audit', '--limit', '2', '--json'))).toHaveLength(2);
  expect((await runInProcess(['audit', '--limit', '0'])).said).toContain('--limit is a number');
});

test('scans are listed, shown and reported, and findings are decided about', async () => {
  const { run, app } = await openRemote();
  await app.server.inject({
    method: 'POST',
    url: '/v1/security/scan',
    headers: { authorization: `Bearer ${testKey}` },
    payload: { repoUrl: 'https://git.example.com/acme/webshop.git', waitForCompletion: true },
  });
  const [scan] = JSON.parse(await run('scans', 'list', '--json'));
  expect(await run('scans', 'list', '--status', 'completed')).toContain(scan.scanId);
  expect(await run('scans', 'show', scan.scanId)).toMatch(/status +completed/);
  expect(await run('scans', 'show', scan.scanId, '--format', 'sarif')).toContain('"$schema"');
  const critical = JSON.parse(
    await run('scans', 'findings', scan.scanId, '--min-severity', 'critical', '--json'),
  );
  expect(critical.length).toBeGreaterThan(0);
  expect(await run('scans', 'findings', scan.scanId)).toContain(critical[0].id);
  expect(await run('scans', 'finding', critical[0].id)).toContain('What to do:');
  const triaged = await run('scans', 'triage', critical[0].id, 'false_positive', '--reason', 'A test.');
  expect(triaged).toContain('false_positive');
  expect(triaged).toContain('Decided: A test.');
  const tried = await run(
    'scans',
    'triage',
    critical[0].id,
    'accepted_risk',
    '--reason',
    'All.',
    '--alike',
    '--dry-run',
  );
  expect(tried.split('\n')).toContain(critical[0].id);
  const all = JSON.parse(
    await run('scans', 'triage', critical[0].id, 'accepted_risk', '--reason', 'All.', '--alike', '--json'),
  );
  expect(await run('scans', 'finding', critical[0].id)).toContain('Decided: All.');
  expect(await run('scans', 'undo', all.batchId)).toContain('Took the decision about 1 finding back.');
  expect(await run('scans', 'finding', critical[0].id)).toContain('Decided: A test.');
  await vi.waitFor(
    async () => expect(await run('scans', 'search', 'SQL built from request data')).toContain('WHERE'),
    { timeout: 300_000, interval: 20 },
  );
});

test('what only the machine itself can do says so, and a missing key or a wrong address too', async () => {
  const { app } = await openRemote();
  const { port } = app.server.server.address() as AddressInfo;
  const server = ['--server', `http://127.0.0.1:${port}`];
  const say = async (args: string[], environment = {}) => (await runInProcess(args, { environment })).said;
  expect(await say(['memory', 'namespaces', ...server])).toContain(
    '--server needs an API key in LOREKEEP_API_KEY',
  );
  const key = { LOREKEEP_API_KEY: testKey };
  expect(await say(['memory', 'model', 'rollback', ...server], key)).toContain(
    'only on the machine of the service',
  );
  expect(await say(['memory', 'namespaces', '--server', 'localhost'], key)).toContain('--server is a URL');
  expect(await say(['memory', 'namespaces', '--server', 'http://127.0.0.1:9'], key)).toContain(
    'cannot be reached',
  );
  expect(await say(['memory', 'namespaces', ...server], { LOREKEEP_API_KEY: 'key_wrong' })).toContain(
    'not valid here',
  );
});

test('an integer beyond 2^53 passes through the command line as it is written, in both directions', async () => {
  const { run } = await openRemote();
  const id = '1234567890123456789';
  const entry = (await run('memory', 'write', 'ids', 'Snow.', '--metadata', `{"id":${id}}`)).trim();
  expect(await run('memory', 'get', entry, '--json')).toMatch(new RegExp(`"id": ?${id}\\b`));
  expect(await run('memory', 'list', 'ids')).toContain(id);
  const file = join(temporaryFolder(), 'ids.jsonl');
  writeFileSync(file, `{"text":"Ice.","id":${id}}\n`);
  await run('memory', 'import', 'more', file, '--from', 'jsonl', '--map', 'content=text,metadata.id=id');
  expect(await run('memory', 'list', 'more', '--json')).toMatch(new RegExp(`"id": ?${id}\\b`));
});
