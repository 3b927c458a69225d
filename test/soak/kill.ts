import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRounds } from '../support/kill-rounds.ts';

/** The kill test at length: `node test/soak/kill.ts [rounds] [seed]`. */
const rounds = Number(process.argv[2] ?? 1_000);
const seed = Number(process.argv[3] ?? 1);
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-soak-'));
const figures = await runKillRounds(folder, rounds, seed, (round, acknowledged) => {
  if (round % 50 === 0) console.error(`${round} rounds, ${acknowledged} acknowledged`);
});
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify(figures, null, 2));
process.exitCode =
  figures.missing.length + figures.doubled.length + figures.failedVerifications === 0 ? 0 : 1;
