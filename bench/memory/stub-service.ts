import { createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { PooledEmbedder } from './pooled-embedder.ts';

/**
 * The whole service with a model that takes no time, as a process of its own: `stub-service.ts FOLDER`. Says its address and when
 * it was ready on its output, and answers each line on its input with what it has used so far.
 */
const folder = process.argv[2]!;
const config = loadConfig(
  {
    LOREKEEP_DATA_DIR: folder,
    LOREKEEP_API_KEYS: 'key_bench',
    LOREKEEP_PORT: '0',
    LOREKEEP_LOG_LEVEL: 'warn',
  },
  folder,
);
const app = await createApp(config, { embedder: new PooledEmbedder() });
const base = await app.server.listen({ host: '127.0.0.1', port: 0 });
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ base, startedMs: performance.now() });
for await (const _ of process.stdin) {
  const { user, system } = process.cpuUsage();
  say({ cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage().rss });
}
await app.close();
