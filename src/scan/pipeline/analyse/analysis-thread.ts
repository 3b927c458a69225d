import { parentPort, workerData } from 'node:worker_threads';
import { HeapKeeper } from '../../../platform/collect-garbage.ts';
import type { EngineSettings } from '../../engines/registry.ts';
import type { EngineCrash } from '../../model/engine-crash.ts';
import type { EngineId } from '../../model/finding.ts';
import { FileAnalyser } from './file-analyser.ts';
import type { BatchFile } from './file-batch.ts';
import type { FileOutcome } from './file-outcome.ts';
import { createTools, loadEngines } from './load-engines.ts';

export interface ThreadData {
  engineIds: EngineId[];
  settings: EngineSettings;
  identityKey: Uint8Array;
}

export interface ThreadRequest {
  batch: number;
  files: BatchFile[];
}

export interface ThreadAnswer {
  batch: number;
  /** As many as files were asked about, or fewer where the thread is spent. */
  outcomes: FileOutcome[];
  crashes: EngineCrash[];
  /** It should be replaced by another thread. */
  isSpent: boolean;
}

const { engineIds, settings, identityKey } = workerData as ThreadData;
const port = parentPort!;
let crashes: EngineCrash[] = [];
const ready = loadEngines(engineIds, settings).then(
  (engines) =>
    new FileAnalyser(engines, createTools(identityKey), { onCrash: (crash) => crashes.push(crash) }),
);

/** The young are counted as well, of which there may be half as much. */
const heap = new HeapKeeper(64 * 1024 ** 2);

/** One request after the other: an analyser looks at one file at a time. */
let last = Promise.resolve();
port.on('message', (request: ThreadRequest) => {
  last = last.then(() => analyse(request));
});

async function analyse({ batch, files }: ThreadRequest): Promise<void> {
  const analyser = await ready;
  const outcomes = await analyser.analyseMany(files);
  port.postMessage({ batch, outcomes, crashes, isSpent: analyser.isSpent } satisfies ThreadAnswer);
  crashes = [];
  heap.look();
}
