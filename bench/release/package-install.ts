// How long `npm install` of the package takes into an empty folder with an empty cache, and what it fetches and leaves: `node bench/release/package-install.ts`.
// Fails where a bar is missed. Needs a package registry. On a busy machine the CPU time is compared, on a quiet one the time on the wall as well.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CountingRegistry } from './counting-registry.ts';

const isQuiet = loadavg()[0]! < availableParallelism() / 2;
// Two cores are busy for most of the time.
const bars = { cpuSeconds: 20, installedMB: 110, ...(isQuiet && { seconds: 10 }) };
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-package-'));
const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const registry = await CountingRegistry.start(upstream);
try {
  execFileSync('npm', ['run', '-s', 'package', '--', '--pack-destination', folder], {
    cwd: root,
    stdio: 'inherit',
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{}');
  const before = childCpuSeconds();
  const started = performance.now();
  // A child, not a blocking call: the registry in this process has to answer it.
  const npm = spawn('npm', ['install', '--no-audit', '--no-fund', join(folder, tarball)], {
    cwd: empty,
    stdio: 'inherit',
    env: {
      HOME: folder,
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      npm_config_registry: registry.url,
      npm_config_cache: join(folder, 'cache'),
    },
  });
  const [code] = (await once(npm, 'close')) as [number];
  if (code !== 0) throw new Error(`npm ended with ${code}.`);
  const seconds = (performance.now() - started) / 1000;
  const cpuSeconds = childCpuSeconds() - before;
  const [kilobytes] = execFileSync('du', ['-sk', join(empty, 'node_modules')], { encoding: 'utf8' }).split(
    '\t',
  );
  const result = {
    node: process.version,
    seconds: Number(seconds.toFixed(1)),
    cpuSeconds: Number(cpuSeconds.toFixed(1)),
    fetchedMB: Number((registry.bytes / 1e6).toFixed(1)),
    installedMB: Number((Number(kilobytes) / 1024).toFixed(1)),
  };
  const missed = Object.entries(bars).filter(([name, bar]) => result[name as keyof typeof bars] > bar);
  console.log(JSON.stringify({ ...result, quietMachine: isQuiet, bars, missed }, null, 2));
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Of all processes that this one started and waited for (Linux; 100 ticks per second there). */
function childCpuSeconds(): number {
  const line = readFileSync('/proc/self/stat', 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
