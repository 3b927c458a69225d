import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { PooledEmbedder } from './pooled-embedder.ts';

/**
 * The whole service as a process of its own: `stub-service.ts FOLDER [fast]`, with the fast model or else with one that takes no time. Says its address and when
 * it was ready on its output, and answers each line on its input with what it has used so far and how late its timers were since the last line.
 */
const [folder = '', embedder] = process.argv.slice(2);
const config = loadConfig(
  {
    LOREKEEP_DATA_DIR: folder,
    LOREKEEP_API_KEYS: 'key_bench',
    LOREKEEP_PORT: '0',
    LOREKEEP_LOG_LEVEL: 'warn',
    LOREKEEP_EMBEDDER: 'fast',
  },
  folder,
);
const app = await createApp(config, embedder === 'fast' ? {} : { embedder: new PooledEmbedder() });
const base = await app.server.listen({ host: '127.0.0.1', port: 0 });
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ base, startedMs: performance.now() });
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
for await (const _ of process.stdin) {
  const { user, system } = process.cpuUsage();
  say({
    cpuSeconds: (user + system) / 1e6,
    rssBytes: process.memoryUsage().rss,
    delayMs: { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
  });
  delay.reset();
}
await app.close();
