import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readDocument } from '../../../scripts/clients/read-document.ts';
import { readPythonMethods } from '../../../scripts/clients/read-python.ts';
import { startApp, temporaryFolder, testKey } from '../../../test/support/app.ts';
import { checkSchedule, startFaultServer } from '../../../test/support/fault-server.ts';

const client = join(import.meta.dirname, '..');
const schedulesFile = join(client, '..', 'fault-schedules.json');

/** Debian's own Python has the type checker as a package; any other will do for the rest. */
const python = ['/usr/bin/python3', 'python3'].find((command) => answers(command, ['--version']));
const hasTypeChecker = python !== undefined && answers(python, ['-m', 'mypy', '--version']);

function answers(command: string, args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

async function run(args: string[], environment: Record<string, string>) {
  const child = spawn(python!, args, {
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

test.skipIf(!python)('the Python client works against a running service', async () => {
  const app = await startApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const environment = { LOREKEEP_URL: `http://127.0.0.1:${port}`, LOREKEEP_API_KEY: testKey };
  const { code, stderr } = await run(
    ['-m', 'unittest', '-q', join(client, 'tests', 'test_client.py')],
    environment,
  );
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  expect(stderr).toMatch(/Ran [5-9] tests/);
});

test.skipIf(!python)('a redirect is not followed: the key would go somewhere else', async () => {
  const asked: unknown[] = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const program = [
    'from lorekeep import Lorekeep, LorekeepError',
    'try: Lorekeep().memory.write("a", [{"content": "a"}])',
    'except LorekeepError as error: print(error.code, error.status, error)',
  ].join('\n');
  const { stdout } = await run(['-c', program], {
    PYTHONPATH: client,
    LOREKEEP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    LOREKEEP_API_KEY: testKey,
  });
  expect(stdout.trim()).toBe(
    'invalid_response 302 The service redirects to /elsewhere: give that as base_url.',
  );
  expect(asked).toEqual(['POST /v1/memory/entries']);
});

test.skipIf(!python)('in the same 1,000 fault schedules it writes nothing twice', async () => {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  const environment = { FAULT_URL: server.url, FAULT_SCHEDULES: schedulesFile };
  const { code, stdout, stderr } = await run([join(client, 'tests', 'test_faults.py')], environment);
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  const schedules = JSON.parse(readFileSync(schedulesFile, 'utf8')) as string[];
  const outcomes = JSON.parse(stdout) as Array<'returned' | 'failed'>;
  const wrong = schedules.flatMap((schedule, i) =>
    checkSchedule(schedule, server.records.get(String(i)), outcomes[i]!).map(
      (what) => `${schedule}: ${what}`,
    ),
  );
  expect(outcomes).toHaveLength(1_000);
  expect(wrong).toEqual([]);
});

test.skipIf(!hasTypeChecker)('its types are whole', () => {
  const { status, stdout } = spawnSync(
    python!,
    ['-m', 'mypy', '--strict', '--cache-dir=/dev/null', 'lorekeep'],
    {
      cwd: client,
      encoding: 'utf8',
    },
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining('no issues found')]);
});

test('its two files written by hand have at most 500 lines each and import the standard library alone', () => {
  for (const file of ['__init__.py', '_transport.py']) {
    const source = readFileSync(join(client, 'lorekeep', file), 'utf8');
    expect(source.split('\n').length).toBeLessThanOrEqual(501);
    const imported = [...source.matchAll(/^(?:import|from) (\w+)/gm)].map((match) => match[1]!);
    const standard =
      'base64 email hashlib hmac http json os random re socket time urllib typing __future__'.split(' ');
    expect(imported.filter((name) => !standard.includes(name))).toEqual([]);
  }
});

test('its methods take every field of the contract', async () => {
  const source = readFileSync(join(client, 'lorekeep', '__init__.py'), 'utf8');
  const { paths } = await readDocument();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const missing = Object.entries(methodsOf).flatMap(([operationId, [className, name]]) => {
    const { parameters } = readPythonMethods(source, className).find((method) => method.name === name)!;
    const operation = operations.find((one) => one.operationId === operationId)!;
    const schema = operation.requestBody?.content['application/json']?.schema;
    const query = (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name);
    return [...Object.keys(schema?.properties ?? {}), ...query]
      .filter(
        (field) =>
          !['cursor', ...(elsewhere[operationId] ?? [])].includes(field) && !parameters.includes('**more'),
      )
      .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      .filter((field) => !new RegExp(`\\b${field}: `).test(parameters))
      .map((field) => `${name}: ${field}`);
  });
  expect(missing).toEqual([]);
});

/** Fields that change what comes back from a list to something that is not a list; `call` sends them. */
const elsewhere: Record<string, string[]> = { listFindings: ['group', 'facets'] };

/** The methods with parameters of their own, by operation. */
const methodsOf: Record<string, [string, string]> = {
  writeEntries: ['Memory', 'write'],
  searchEntries: ['Memory', 'search'],
  searchBatch: ['Memory', 'search_batch'],
  similarEntries: ['Memory', 'similar'],
  countValues: ['Memory', 'facets'],
  getContext: ['Memory', 'context'],
  updateEntry: ['Memory', 'update'],
  deleteEntries: ['Memory', 'delete_many'],
  listEntries: ['Memory', 'entries'],
  exportEntries: ['Memory', 'export'],
  importEntries: ['Memory', 'import_'],
  updateNamespace: ['Lorekeep', 'update_namespace'],
  listScans: ['Scans', 'list'],
  diffScans: ['Scans', 'diff'],
  listPackages: ['Scans', 'packages'],
  mapNamespace: ['Lorekeep', 'map_namespace'],
  getTrends: ['Scans', 'trends'],
  getDailyUsage: ['Lorekeep', 'usage'],
  listRules: ['Scans', 'rules'],
  listFindings: ['Lorekeep', 'findings'],
  triageFinding: ['Lorekeep', 'triage'],
};

test.skipIf(!hasTypeChecker)('a type checker knows the methods for asyncio, and what they return', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'use.py'),
    `from lorekeep import AsyncLorekeep

async def use() -> None:
    lore = AsyncLorekeep()
    [hit] = await lore.memory.search("a", "b", as_of="2026-01-01T00:00:00Z")
    score: float = hit["score"]
    text: str = hit["score"]  # wrong
    async for entry in lore.memory.entries("a"):
        print(entry["content"], score, text)
    await lore.memory.serach("a", "b")  # wrong
    print((await lore.limits())["plan"])
`,
  );
  const { stdout } = spawnSync(python!, ['-m', 'mypy', '--strict', '--cache-dir=/dev/null', 'use.py'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], MYPYPATH: client },
  });
  expect([...stdout.matchAll(/^use\.py:(\d+): error/gm)].map(([, line]) => line)).toEqual(['7', '10']);
});
