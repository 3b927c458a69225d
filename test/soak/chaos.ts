import { runChaos } from '../cluster/chaos.ts';

/** `node test/soak/chaos.ts MINUTES`: three nodes and Postgres under faults; exit code 1 if a promise was broken. */
const minutes = Number(process.argv[2] ?? 60);
const { counts, problems } = await runChaos({
  until: { ms: minutes * 60_000 },
  faultEveryMs: 8_000,
  clients: 8,
  say: (text) => console.error(`${new Date().toISOString()} ${text}`),
});
console.log(JSON.stringify({ minutes, ...counts, problems }, null, 2));
process.exitCode = problems.length === 0 ? 0 : 1;
