import { mkdirSync, writeFileSync } from 'node:fs';
import { runKillTrial } from '../kill/kill-trial.ts';

// node test/soak/kill-scans.ts [scans] [seed]: the kill test at full length; the figures go to bench/results.
const scans = Number(process.argv[2] ?? 1_000);
const seed = Number(process.argv[3] ?? 1);
let last = '';
const figures = await runKillTrial({
  scans,
  serviceKills: Math.round(scans / 20),
  workerKills: Math.round(scans / 10),
  seed,
  say: (line) => {
    if (line !== last) process.stdout.write(`\r${line}`);
    last = line;
  },
});
process.stdout.write('\n');
console.log(JSON.stringify(figures, null, 2));
// A short trial must not take the place of the figures of a full one.
if (scans >= 1_000) {
  const folder = new URL('../../bench/results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    new URL('scan-kill-soak.json', folder),
    `${JSON.stringify({ scans, seed, ...figures }, null, 2)}\n`,
  );
}
const wrong = [
  'lost',
  'doubled',
  'stuck',
  'changed',
  'wrongFindings',
  'crashes',
  'orphans',
  'leftovers',
] as const;
process.exitCode = wrong.every((name) => figures[name] === 0) && figures.started === scans ? 0 : 1;
