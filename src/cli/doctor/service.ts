import type { Config } from '../../config/schema.ts';
import { userCacheFolder } from '../../config/user-cache-folder.ts';
import { callService, ServiceNotRunning } from '../../control/client.ts';
import { compareTexts } from '../../kernel/compare-texts.ts';
import { advisoryFolder, advisoryIndexFile } from '../../scan/engines/dependencies/advisories/index-file.ts';
import { describeUnreadable } from '../../scan/engines/dependencies/advisories/unreadable-records.ts';
import type { Invocation } from '../command.ts';
import type { Diagnosis } from './diagnosis.ts';

/** New vulnerabilities are published every day; an index that is older than this misses what is exploited now. */
const maxAdvisoryAgeDays = 7;

/** What the local models compute with; the results are the same everywhere, the time is not. */
export async function examineKernels({ embedding }: Config): Promise<Diagnosis> {
  const { chooseKernels } = await import('../../memory/embedding/transformer/kernel.ts');
  const { name: kernels, reason, isFault } = chooseKernels(embedding);
  const name = 'model kernels';
  if (reason === undefined) return { name, state: 'ok', text: `native, ${kernels}` };
  return { name, state: isFault ? 'note' : 'ok', text: `WebAssembly. ${reason}` };
}

/** Loads the model as the service would and lets it embed a word: files, checksums and runtime in one. */
export async function examineModel(config: Config): Promise<Diagnosis> {
  const name = 'embedding model';
  const { createEmbedder, isOwnModel } = await import('../../memory/embedding/create-embedder.ts');
  if (!isOwnModel(config.embedder)) {
    return {
      name,
      state: 'note',
      text: `${config.embedder} at ${config.embedding.url}; not contacted from here`,
    };
  }
  try {
    const { modelsFolder } = await import('../../memory/embedding/installable-models.ts');
    const folder = modelsFolder(config.dataDir);
    const embedder = await createEmbedder(config.embedder, config.embedding, folder);
    await embedder.embed(['hello'], 'query');
    await embedder.close();
    return { name, state: 'ok', text: `${embedder.id}, ${embedder.dims} dimensions` };
  } catch (error) {
    return { name, state: 'bad', text: (error as Error).message };
  }
}

export async function examineAdvisories(
  config: Config,
  environment: Invocation['environment'],
): Promise<Diagnosis> {
  const { AdvisoryIndex } = await import('../../scan/engines/dependencies/advisories/advisory-index.ts');
  const folders = [
    ...(config.advisoriesDir === undefined ? [] : [config.advisoriesDir]),
    advisoryFolder(config.dataDir),
    advisoryFolder(userCacheFolder(environment)),
  ];
  const index = folders
    .flatMap((folder) => AdvisoryIndex.open(advisoryIndexFile(folder)) ?? [])
    .sort((a, b) => compareTexts(b.syncedAt ?? '', a.syncedAt ?? ''))[0];
  const unreadable = index?.unreadable() ?? { count: 0, examples: [] };
  index?.close();
  const broken = unreadable.count > 0 ? `; ${describeUnreadable(unreadable)}` : '';
  if (!index || index.records === 0) {
    const text = 'none; dependencies are listed but not checked. Run "lorekeep advisories sync"';
    return { name: 'advisories', state: 'note', text: text + broken };
  }
  const days = Math.floor((Date.now() - Date.parse(index.syncedAt ?? '')) / 86_400_000);
  const age = days === 0 ? 'today' : days === 1 ? 'a day ago' : `${days} days ago`;
  return {
    name: 'advisories',
    state: days > maxAdvisoryAgeDays || broken !== '' ? 'note' : 'ok',
    text: `${index.records}, taken ${age}, the newest of ${index.newest ?? 'unknown date'}${broken}`,
  };
}

export async function examineService(config: Config): Promise<Diagnosis> {
  try {
    await callService(config.dataDir, 'tenant.list', {}, () => {});
    return { name: 'service', state: 'ok', text: 'running on this data folder' };
  } catch (error) {
    if (error instanceof ServiceNotRunning) return { name: 'service', state: 'note', text: 'not running' };
    return { name: 'service', state: 'bad', text: (error as Error).message };
  }
}
