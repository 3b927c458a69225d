import { fileURLToPath } from 'node:url';
import type { EmbeddingSettings } from '../../config/schema.ts';
import { CachedEmbedder } from './cached-embedder.ts';
import type { Embedder } from './embedder.ts';
import { LocalEmbedder } from './local-embedder.ts';
import { type ModelManifest, readManifest, readModelFile } from './model-manifest.ts';
import { OnnxModel, RuntimeMissing } from './onnx-model.ts';
import { RemoteEmbedder } from './remote-embedder.ts';
import { remoteProviders } from './remote-provider.ts';
import { TableEmbedder } from './table-embedder.ts';
import { TokenTable } from './token-table.ts';
import { WordPiece } from './wordpiece.ts';

export type EmbedderName = 'local' | 'fast' | 'openai' | 'ollama' | 'tei';

/** Told once when the native runtime cannot be loaded and the fast tier serves instead. */
export type OnFallback = (reason: unknown) => void;

const shipped = {
  local: fileURLToPath(new URL('../../../models/lorekeep-embed-small.json', import.meta.url)),
  fast: fileURLToPath(new URL('../../../models/lorekeep-embed-fast.json', import.meta.url)),
};

/** The embedder that the configuration names, with its cache. A model whose files are missing or damaged is an error, never a silent other model. */
export async function createEmbedder(
  name: EmbedderName,
  settings: EmbeddingSettings,
  onFallback: OnFallback,
): Promise<Embedder> {
  return new CachedEmbedder(await openEmbedder(name, settings, onFallback), settings.cacheBytes);
}

/** One of the shipped models by its id, for namespaces that were embedded with it before the configuration changed. */
export async function openShippedEmbedder(
  id: string,
  settings: EmbeddingSettings,
): Promise<Embedder | undefined> {
  for (const path of Object.values(shipped)) {
    const manifest = await readManifest(path);
    if (manifest.id === id) return openManifest(path, manifest, settings);
  }
  return undefined;
}

async function openEmbedder(
  name: EmbedderName,
  settings: EmbeddingSettings,
  onFallback: OnFallback,
): Promise<Embedder> {
  if (name === 'fast') return openManifest(shipped.fast, await readManifest(shipped.fast), settings);
  if (name === 'local') return openLocal(settings, onFallback);
  return openRemote(name, settings);
}

async function openLocal(settings: EmbeddingSettings, onFallback: OnFallback): Promise<Embedder> {
  const path = settings.modelManifest ?? shipped.local;
  const manifest = await readManifest(path);
  try {
    return await openManifest(path, manifest, settings);
  } catch (reason) {
    if (!(reason instanceof RuntimeMissing)) throw reason;
    onFallback(reason.cause);
    return openManifest(shipped.fast, await readManifest(shipped.fast), settings);
  }
}

async function openManifest(
  path: string,
  manifest: ModelManifest,
  settings: EmbeddingSettings,
): Promise<Embedder> {
  const tokenizer = WordPiece.parse((await readModelFile(path, manifest.tokenizer)).toString());
  const bytes = await readModelFile(path, manifest.model);
  if (manifest.kind === 'table') {
    const { dims, pairs } = manifest;
    const table = new TokenTable(bytes, { dims, rows: tokenizer.size + pairs, pairs });
    return new TableEmbedder(manifest, tokenizer, table);
  }
  return new LocalEmbedder(manifest, tokenizer, await OnnxModel.load(bytes, settings.threads));
}

async function openRemote(
  name: keyof typeof remoteProviders,
  settings: EmbeddingSettings,
): Promise<Embedder> {
  const { url, model, dims } = settings;
  if (url === undefined || model === undefined || dims === undefined) {
    throw new Error(`The embedder "${name}" needs embedding.url, embedding.model and embedding.dims.`);
  }
  const manifest = await readManifest(shipped.fast);
  return new RemoteEmbedder({
    provider: remoteProviders[name],
    id: `${name}:${model}:${dims}`,
    url,
    model,
    dims,
    askForDims: settings.askForDims,
    apiKey: settings.apiKey,
    maxTokens: settings.maxTokens,
    prefixes: { query: settings.queryPrefix, document: settings.documentPrefix },
    calibration: {
      points: [
        [settings.unrelatedCosine, 0],
        [1, 1],
      ],
    },
    timeoutMs: settings.timeoutMs,
    retries: settings.retries,
    maxConcurrent: settings.maxConcurrent,
    tokenizer: WordPiece.parse((await readModelFile(shipped.fast, manifest.tokenizer)).toString()),
  });
}
