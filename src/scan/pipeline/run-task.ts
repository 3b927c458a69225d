import { scanCrash } from '../model/engine-crash.ts';
import { failureOfFullDisk, ScanFailure } from '../model/failure.ts';
import type { ScanOutcome } from '../model/outcome.ts';
import { type AnalysisEvents, analyseRepository } from './analyse-repository.ts';
import type { ChildTask } from './child-protocol.ts';
import type { OpenSource } from './plan/open-source.ts';

/** Runs an analysis to an outcome, whatever happens in it. `source`: where it is open already. */
export async function runTask(
  task: ChildTask,
  events: AnalysisEvents,
  source?: OpenSource,
): Promise<ScanOutcome> {
  try {
    return await analyseRepository(task, events, source);
  } catch (error) {
    const failure = error instanceof ScanFailure ? error : failureOfFullDisk(error);
    if (failure) return failure.toOutcome();
    events.onCrash(scanCrash(error));
    return { status: 'failed', errorCode: 'engine_failed', error: 'An engine failed on this repository.' };
  }
}
