import type { Logger } from 'pino';
import type { Config } from '../config/schema.ts';
import { chooseKernels } from '../memory/embedding/transformer/kernel.ts';

/** One line at the start on what the local models compute with; a warning where native kernels should be there and are not. */
export function logKernels(
  { embedder, embedding, reranker }: Pick<Config, 'embedder' | 'embedding' | 'reranker'>,
  logger: Pick<Logger, 'info' | 'warn'>,
  choose = chooseKernels,
): void {
  const embeds = (embedder === 'local' || embedder === 'multilingual') && embedding.runtime === 'wasm';
  if (!embeds && reranker !== 'local') return;
  const { name: kernels, reason, isFault } = choose(embedding);
  if (isFault) logger.warn({ kernels, reason }, 'native kernels cannot be used; the models run more slowly');
  else logger.info({ kernels, ...(reason !== undefined && { reason }) }, 'kernels of the models chosen');
}
