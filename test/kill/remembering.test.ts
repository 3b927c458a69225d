import { cpSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import { call, startApp, temporaryFolder } from '../support/app.ts';
import { coded } from '../support/remembered-scans.ts';
import { sampleScan } from '../support/sample-scan.ts';

const soon = { timeout: 300_000, interval: 20 };
const findings = ['a', 'b'].map((name) => coded(name, `await fetch(request.query.${name});`));
const runScan = async () => sampleScan({ findings, suppressedFindings: [] });

/** The model of the service; `stuck` never gets to an end with a document. */
async function model(stuck: boolean): Promise<Embedder & { begun: number }> {
  const { embedder, embedding } = loadConfig({ LOREKEEP_EMBEDDER: 'fast' });
  const real = await createEmbedder(embedder, embedding);
  const kept = {
    ...real,
    begun: 0,
    id: real.id,
    dims: real.dims,
    calibration: real.calibration,
    countTokens: (text: string) => real.countTokens(text),
    split: (content: string) => real.split(content),
    close: () => real.close(),
    embed: (texts: readonly string[], kind: 'query' | 'document', options = {}) => {
      kept.begun++;
      if (!stuck || kind === 'query') return real.embed(texts, kind, options);
      return new Promise<Float32Array[]>((_, reject) => {
        (options as { signal?: AbortSignal }).signal?.addEventListener('abort', () =>
          reject(new Error('aborted')),
        );
      });
    },
  };
  return kept;
}

test('what was to be remembered when the process was killed is remembered by the next one, and no scan waited for it', async () => {
  const first = temporaryFolder();
  const embedder = await model(true);
  const app = await startApp({ LOREKEEP_DATA_DIR: first }, { runScan, embedder });
  const payload = { repoUrl: 'https://git.example.com/shop', waitForCompletion: true };
  const scan = await call<{ status: string }>(app, 'POST', '/v1/security/scan', { payload });
  expect(scan.data.status).toBe('completed');
  const decision = { payload: { status: 'false_positive', reason: 'Known.' } };
  expect((await call(app, 'PATCH', '/v1/security/findings/fin_a', decision)).status).toBe(200);
  await vi.waitFor(() => expect(embedder.begun).toBeGreaterThan(0), soon);
  // The files as a kill leaves them: the job is leased, nothing of its work is there.
  const second = temporaryFolder();
  cpSync(first, second, { recursive: true, filter: (path) => !/(?:\.lock|\.sock|control)/.test(path) });
  const next = await startApp({ LOREKEEP_DATA_DIR: second }, { runScan, embedder: await model(false) });
  await vi.waitFor(async () => {
    const search = { payload: { query: 'server-side request forgery' } };
    const found = await call<{ items: Array<{ id: string }> }>(
      next,
      'POST',
      '/v1/security/findings/search',
      search,
    );
    expect(found.data.items.map(({ id }) => id)).toEqual(['fin_b']);
    const { data } = await call<{ similar: object[] }>(next, 'GET', '/v1/security/findings/fin_b');
    expect(data.similar).toMatchObject([{ findingId: 'fin_a', reason: 'Known.' }]);
  }, soon);
});
