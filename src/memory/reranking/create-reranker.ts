import type { EmbeddingSettings, RerankerName, RerankingSettings } from '../../config/schema.ts';
import { LocalReranker } from './local-reranker.ts';
import { RemoteReranker } from './remote-reranker.ts';
import { rerankProviders } from './rerank-provider.ts';
import type { Reranker } from './reranker.ts';

/** The re-ranker that the configuration names. The one that comes along is read from disk when it is first needed. */
export function createReranker(
  name: RerankerName,
  settings: RerankingSettings,
  { threads, nativeKernels }: Pick<EmbeddingSettings, 'threads' | 'nativeKernels'>,
): Reranker | undefined {
  if (name === 'none') return undefined;
  if (name === 'local') return new LocalReranker({ ...settings, threads, nativeKernels });
  const { url } = settings;
  if (url === undefined) throw new Error(`The re-ranker "${name}" needs reranking.url.`);
  const { model, apiKey } = settings;
  return new RemoteReranker({ ...settings, provider: rerankProviders[name], url, model, apiKey });
}
