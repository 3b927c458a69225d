// The job of peers-write.ts for mem0ai, as a process of its own: its native SQLite is built for whichever Node installed it.
// mem0-job.mjs HOME EMBEDDER-URL FOLDER JOB, where JOB is JSON: { "batches": [["text", …], …], "queries": ["…", …] }.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [home, baseURL, folder, job] = process.argv.slice(2);
const resolve = createRequire(pathToFileURL(join(home, 'package.json')));
const { Memory } = resolve('mem0ai/oss');
const { batches, queries } = JSON.parse(job);
const settings = { apiKey: 'stub', baseURL, model: 'stub' };
const memory = new Memory({
  embedder: { provider: 'openai', config: { ...settings, embeddingDims: 384 } },
  vectorStore: {
    provider: 'memory',
    config: { collectionName: 'bench', dimension: 384, dbPath: join(folder, 'mem0.db') },
  },
  llm: { provider: 'openai', config: settings },
  historyDbPath: join(folder, 'mem0-history.db'),
});
const started = performance.now();
for (const texts of batches) {
  const messages = texts.map((content) => ({ role: 'user', content }));
  await memory.add(messages, { userId: 'bench', infer: false });
}
const written = performance.now();
let found = 0;
for (const query of queries) {
  const { results } = await memory.search(query, { topK: 10, limit: 10, filters: { user_id: 'bench' } });
  found += results.length;
}
console.log(JSON.stringify({ writeMs: written - started, searchMs: performance.now() - written, found }));
process.exit(0);
