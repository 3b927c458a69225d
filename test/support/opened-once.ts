import type { AppOptions } from '../../src/app/app.ts';
import type { Config } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import type { Sandbox } from '../../src/scan/model/sandbox.ts';
import { chooseSandbox } from '../../src/scan/sandbox/choose-sandbox.ts';

const fast = new Map<number, Promise<Embedder>>();
const sandboxes = new Map<string, Sandbox>();

/**
 * What every application of these tests would open anew, though it comes out the same each time: reading the model and trying the
 * sandboxes costs four times what all else of a start does. Both are the real ones; services that run as processes open their own.
 */
export async function openedOnce(config: Config): Promise<Pick<AppOptions, 'embedder' | 'sandbox'>> {
  return {
    ...(config.embedder === 'fast' && { embedder: await fastEmbedder(config) }),
    ...(config.scan.sandbox === 'auto' && { sandbox: sandbox(process.env['PATH'] ?? '') }),
  };
}

/** Closing it only empties its cache. */
function fastEmbedder({ embedding }: Config): Promise<Embedder> {
  const { cacheBytes } = embedding;
  const known = fast.get(cacheBytes) ?? createEmbedder('fast', embedding);
  fast.set(cacheBytes, known);
  return known;
}

function sandbox(searchPath: string): Sandbox {
  const known = sandboxes.get(searchPath) ?? chooseSandbox('auto', searchPath);
  sandboxes.set(searchPath, known);
  return known;
}
