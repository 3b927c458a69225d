import { parentPort, workerData } from 'node:worker_threads';
import type { EngineSettings } from '../../engines/registry.ts';
import type { EngineCrash } from '../../model/engine-crash.ts';
import type { EngineId } from '../../model/finding.ts';
import { createTools, FileAnalyser, type FileOutcome, loadEngines } from './file-analyser.ts';

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
  outcomes: FileOutcome[];
  crashes: EngineCrash[];
}

const { engineIds, settings, identityKey } = workerData as ThreadData;
const port = parentPort!;
let crashes: EngineCrash[] = [];
const ready = loadEngines(engineIds, settings).then(
  (engines) => new FileAnalyser(engines, createTools(identityKey), (crash) => crashes.push(crash)),
);

port.on('message', async ({ batch, files }: ThreadRequest) => {
  const analyser = await ready;
  const outcomes: FileOutcome[] = [];
  for (const { path, bytes, engineIds: wanted } of files)
    outcomes.push(await analyser.analyse(path, bytes, wanted));
  port.postMessage({ batch, outcomes, crashes } satisfies ThreadAnswer);
  crashes = [];
});
