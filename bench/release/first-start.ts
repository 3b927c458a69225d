// What a first `npm start` of a fresh clone fetches, leaves on disk and takes until a search is answered: `node bench/release/first-start.ts [NODE]`.
// NODE is the machine's Node to start with (default: this one). Fails where a bar is missed. Needs a package registry.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CountingRegistry } from './counting-registry.ts';
import { groupCpuSeconds } from './group-cpu.ts';

const node = resolve(process.argv[2] ?? process.execPath);
const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
const hasOwnNode = Number(version.slice(1).split('.')[0]) >= 24;
const bars = {
  // The CPU time of a busy machine is nearly that of a quiet one; the time on the wall is not, and is compared only there. Unpacking Node
  // keeps two cores busy.
  ...(hasOwnNode
    ? { fetchedMB: 12, modulesMB: 110, cpuSeconds: 10 }
    : { fetchedMB: 65, modulesMB: 260, cpuSeconds: 20 }),
  ...(loadavg()[0]! < availableParallelism() / 2 && { secondsToFirstSearch: 10 }),
};

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-first-start-'));
const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const registry = await CountingRegistry.start(upstream);
const clone = join(folder, 'clone');
const started = Date.now();
execFileSync('git', ['clone', '--quiet', process.cwd(), clone]);
const cloned = Date.now();
const child = spawn('npm', ['start'], {
  cwd: clone,
  detached: true,
  stdio: ['ignore', 'ignore', 'pipe'],
  env: {
    HOME: folder,
    PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin`,
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'cache'),
    LOREKEEP_PORT: '0',
    LOREKEEP_DATA_DIR: join(folder, 'data'),
    LOREKEEP_API_KEYS: 'key_first_start_0123456789abcdef',
  },
});
let said = '';
child.stderr.on('data', (chunk) => {
  said += chunk;
});
try {
  const base = await listening();
  await call(base, '/v1/memory/entries', {
    namespace: 'first',
    entries: [{ content: 'Refunds are paid within five days.' }],
  });
  const found = await call(base, '/v1/memory/search', {
    namespace: 'first',
    query: 'when do I get my money back?',
  });
  if (!JSON.stringify(found).includes('Refunds'))
    throw new Error('The search did not find what was written.');
  const result = {
    node: version,
    fetchedMB: registry.bytes / 1e6,
    requests: registry.requests,
    modulesMB: Number(
      execFileSync('du', ['-sm', join(clone, 'node_modules')], { encoding: 'utf8' }).split('\t')[0],
    ),
    cloneSeconds: (cloned - started) / 1000,
    secondsToFirstSearch: (Date.now() - started) / 1000,
    cpuSeconds: groupCpuSeconds(child.pid!),
    load: loadavg()[0]!,
  };
  console.log(result);
  const file = 'bench/results/first-start.json';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify({ ...readResults(file), [hasOwnNode ? 'node 24' : 'older node']: result }, null, 2)}\n`,
  );
  for (const [name, bar] of Object.entries(bars)) {
    const value = result[name as keyof typeof bars & keyof typeof result];
    if (value <= bar) continue;
    console.error(`${name}: ${value.toFixed(1)}, at most ${bar} wanted`);
    process.exitCode = 1;
  }
} finally {
  // The whole group: npm, the launcher and the service.
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  await sleep(2000);
  registry.close();
  rmSync(folder, { recursive: true, force: true });
}

/** The address from the file that the service keeps in its data folder while it runs, or from what it logs. */
async function listening(): Promise<string> {
  for (let tries = 0; tries < 1200; tries++) {
    const address = /"?(http:\/\/127\.0\.0\.1:\d+)/.exec(said.replaceAll(registry.url, ''))?.[1];
    if (address) return address;
    if (child.exitCode !== null) throw new Error(`npm start ended: ${said.slice(-2000)}`);
    await sleep(100);
  }
  throw new Error(`The service did not start: ${said.slice(-2000)}`);
}

async function call(base: string, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer key_first_start_0123456789abcdef', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function readResults(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch (error) {
    console.error(`${file} is written for the first time (${(error as Error).message}).`);
    return {};
  }
}
