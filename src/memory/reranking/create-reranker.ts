import type { RerankerName, RerankingSettings } from '../../config/schema.ts';
import { RemoteReranker } from './remote-reranker.ts';
import { rerankProviders } from './rerank-provider.ts';
import type { Reranker } from './reranker.ts';

/** The re-ranker that the configuration names; none by default. */
export function createReranker(name: RerankerName, settings: RerankingSettings): Reranker | undefined {
  if (name === 'none') return undefined;
  const { url } = settings;
  if (url === undefined) throw new Error(`The re-ranker "${name}" needs reranking.url.`);
  const { model, apiKey } = settings;
  return new RemoteReranker({ ...settings, provider: rerankProviders[name], url, model, apiKey });
}
