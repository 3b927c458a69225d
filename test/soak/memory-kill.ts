import { MemoryKillRounds } from '../kill/memory-rounds.ts';
import { temporaryFolder } from '../memory/harness.ts';

/**
 * The kill test for as many rounds as one has patience for: `node test/soak/memory-kill.ts [rounds] [seed]`. Stops at the first
 * difference and keeps the folder for a look.
 */
const rounds = Number(process.argv[2] ?? 1_000);
const seed = Number(process.argv[3] ?? Date.now() % 1e9);
const folder = temporaryFolder();
const run = new MemoryKillRounds(folder.path, seed);
const total = { rounds: 0, acknowledged: 0, underWay: 0, completed: 0, midModelChange: 0, largest: 0 };
const started = Date.now();
try {
  while (total.rounds < rounds) {
    const figures = await run.run();
    total.rounds++;
    total.acknowledged += figures.acknowledged;
    total.underWay += figures.underWay;
    total.completed += figures.completed;
    total.midModelChange += Number(figures.midModelChange);
    total.largest = Math.max(total.largest, figures.entries);
    if (total.rounds % 50 === 0) console.error(JSON.stringify(total));
  }
  folder.dispose();
  console.log(JSON.stringify({ seed, seconds: Math.round((Date.now() - started) / 1_000), ...total }));
} catch (error) {
  console.error(`round ${total.rounds} of seed ${seed}, folder ${folder.path}`);
  console.error(error);
  process.exitCode = 1;
}
