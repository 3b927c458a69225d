import { parentPort, workerData } from 'node:worker_threads';
import type { EngineSettings } from '../../engines/registry.ts';
import type { EngineId } from '../../model/finding.ts';
import { createTools, FileAnalyser, type FileResults, loadEngines } from './file-analyser.ts';

export interface ThreadData {
  engineIds: EngineId[];
  settings: EngineSettings;
  identityKey: Uint8Array;
}

export interface ThreadRequest {
  batch: number;
  files: Array<{ path: string; bytes: Uint8Array; engineIds: EngineId[] }>;
}

export interface ThreadAnswer {
  batch: number;
  results: FileResults[];
}

const { engineIds, settings, identityKey } = workerData as ThreadData;
const port = parentPort!;
const ready = loadEngines(engineIds, settings).then(
  (engines) => new FileAnalyser(engines, createTools(identityKey)),
);

port.on('message', async ({ batch, files }: ThreadRequest) => {
  const analyser = await ready;
  const results: FileResults[] = [];
  for (const { path, bytes, engineIds: wanted } of files)
    results.push(await analyser.analyse(path, bytes, wanted));
  port.postMessage({ batch, results } satisfies ThreadAnswer);
});
