import { failureOfFullDisk, ScanFailure } from '../model/failure.ts';
import type { ScanOutcome } from '../model/outcome.ts';
import type { AnalysisEvents } from './analyse-repository.ts';
import type { ChildTask } from './child-protocol.ts';
import { openSource } from './plan/open-source.ts';
import { runTask } from './run-task.ts';

/** A commit as people make them. Beyond this a process of its own, with compilers, costs less than it saves. */
const maxFiles = 50;
const maxBytes = 256 * 1024;

/**
 * Analyses what is staged in this process, where it is little: starting another one would take a third of the time of a pre-commit hook.
 * Undefined where it is more. Only for a folder of the caller's own: the limits on memory of the analysing process do not hold here.
 */
export async function analyseHere(task: ChildTask, events: AnalysisEvents): Promise<ScanOutcome | undefined> {
  try {
    const source = await openSource(task);
    const { entries } = await source.reader.list();
    const bytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (entries.length > maxFiles || bytes > maxBytes) return undefined;
    return await runTask(task, events, source);
  } catch (error) {
    const failure = error instanceof ScanFailure ? error : failureOfFullDisk(error);
    if (failure) return failure.toOutcome();
    throw error;
  }
}
