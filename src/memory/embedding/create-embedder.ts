import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddingSettings } from '../../config/schema.ts';
import { CachedEmbedder } from './cached-embedder.ts';
import type { Embedder, EmbedKind } from './embedder.ts';
import { installedManifest } from './installable-models.ts';
import { LocalEmbedder } from './local-embedder.ts';
import { type ModelManifest, readManifest, readModelFile } from './model-manifest.ts';
import { NearWords } from './near-words.ts';
import { OnnxModel } from './onnx-model.ts';
import { RemoteEmbedder } from './remote-embedder.ts';
import { remoteProviders } from './remote-provider.ts';
import type { SentenceEncoder } from './sentence-encoder.ts';
import { TableEmbedder } from './table-embedder.ts';
import { TokenTable } from './token-table.ts';
import { chooseKernels } from './transformer/kernel.ts';
import { TransformerModel } from './transformer/transformer-model.ts';
import { type EncoderWeights, readWeights, whole, withWords } from './transformer/weights-file.ts';
import { WordPiece } from './wordpiece.ts';

export type EmbedderName = 'local' | 'fast' | 'multilingual' | 'openai' | 'ollama' | 'tei';
type OwnModelName = Exclude<EmbedderName, keyof typeof remoteProviders>;

const shipped = {
  local: manifestPath('lorekeep-embed-small-6.json'),
  fast: manifestPath('lorekeep-embed-fast.json'),
};
/**
 * Models that were the default in earlier versions: their namespaces answer by meaning until they are embedded with the new one. A package has those of releases, a
 * checkout also those in between.
 */
const earlier = ['lorekeep-embed-small-3.json', 'lorekeep-embed-small-2.json', 'lorekeep-embed-small.json']
  .map(manifestPath)
  .filter((path) => existsSync(path));

/** Whether the embedder is a model of ours, which runs here. */
export function isOwnModel(name: EmbedderName): name is OwnModelName {
  return !(name in remoteProviders);
}

/**
 * The embedder that the configuration names, with its cache. A model whose files are missing or damaged is an error, never a silent other model. `installed` is the
 * folder of models that were installed later.
 */
export async function createEmbedder(
  name: EmbedderName,
  settings: EmbeddingSettings,
  installed?: string,
): Promise<Embedder> {
  const embedder = await openEmbedder(name, settings, installed);
  const kinds: EmbedKind[] = embedder instanceof TableEmbedder ? ['query'] : ['query', 'document'];
  return new CachedEmbedder(embedder, settings.cacheBytes, kinds);
}

/** One of our own models by its id, for namespaces that were embedded with it before the configuration changed. */
export async function openShippedEmbedder(
  id: string,
  settings: EmbeddingSettings,
  installed?: string,
): Promise<Embedder | undefined> {
  const installable = installedManifest('multilingual', installed);
  for (const path of [
    ...Object.values(shipped),
    ...earlier,
    ...(installable === undefined ? [] : [installable]),
  ]) {
    const manifest = await readManifest(path);
    if (manifest.id === id) return openManifest(path, manifest, settings);
  }
  return undefined;
}

async function openEmbedder(
  name: EmbedderName,
  settings: EmbeddingSettings,
  installed: string | undefined,
): Promise<Embedder> {
  if (!isOwnModel(name)) return openRemote(name, settings);
  const path = manifestOf(name, settings, installed);
  return openManifest(path, await readManifest(path), settings);
}

function manifestOf(name: OwnModelName, settings: EmbeddingSettings, installed: string | undefined): string {
  if (name === 'fast') return shipped.fast;
  if (name === 'local') return settings.modelManifest ?? shipped.local;
  const path = installedManifest(name, installed);
  if (path === undefined)
    throw new Error(
      `The ${name} model is not installed. "lorekeep models install ${name}" installs it, with --from FILE without a network.`,
    );
  return path;
}

async function openManifest(
  path: string,
  manifest: ModelManifest,
  settings: EmbeddingSettings,
): Promise<Embedder> {
  const tokenizer = WordPiece.parse((await readModelFile(path, manifest.tokenizer)).toString());
  if (manifest.kind === 'table') {
    const bytes = await readModelFile(path, manifest.model);
    const { dims, pairs } = manifest;
    const table = new TokenTable(bytes, { dims, rows: tokenizer.size + pairs, pairs });
    return new TableEmbedder(manifest, tokenizer, table);
  }
  const { nearWords: file } = manifest;
  const nearWords = file && new NearWords(await readModelFile(path, file));
  const description = {
    ...manifest,
    calibration: { ...manifest.calibration, ...(nearWords && { nearWords }) },
  };
  return new LocalEmbedder(description, tokenizer, await openEncoder(path, manifest, tokenizer, settings));
}

async function openEncoder(
  path: string,
  manifest: ModelManifest,
  tokenizer: WordPiece,
  settings: EmbeddingSettings,
): Promise<SentenceEncoder> {
  const wantsOnnx = manifest.kind === 'onnx' || settings.runtime === 'onnx';
  if (wantsOnnx) {
    const file = manifest.kind === 'onnx' ? manifest.model : manifest.onnx;
    if (!file) throw new Error(`The model "${manifest.id}" has no file for onnxruntime.`);
    return OnnxModel.load(await readModelFile(path, file), settings.threads);
  }
  const weights = readWeights(await readModelFile(path, manifest.model));
  const complete = manifest.wordsOf
    ? withWords(weights, await wordsOf(path, manifest.wordsOf))
    : whole(weights);
  const model = TransformerModel.start(complete, settings.threads, chooseKernels(settings).build);
  const { dims, vocabulary, positions } = model.header;
  if (dims !== manifest.dims || vocabulary < tokenizer.size || positions < manifest.maxTokens)
    throw new Error(`The weights of "${manifest.id}" do not fit its manifest and its tokenizer.`);
  return model;
}

/** The weights of the model next to this one that has the table of word pieces of both. */
async function wordsOf(path: string, name: string): Promise<EncoderWeights> {
  const other = join(dirname(path), name);
  return readWeights(await readModelFile(other, (await readManifest(other)).model));
}

function manifestPath(name: string): string {
  return fileURLToPath(new URL(`../../../models/${name}`, import.meta.url));
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
