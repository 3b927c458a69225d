/** A thread in which the name of a file decides how it ends. */
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from '../../src/scan/pipeline/analyse/analysis-thread.ts';

let isSpent = false;
parentPort!.on('message', ({ batch, files }: ThreadRequest) => {
  const outcomes: ThreadAnswer['outcomes'] = [];
  for (const { path } of files) {
    if (isSpent) break;
    if (path.includes('deadly')) throw new Error('ended by a file');
    if (path.includes('exhausting')) isSpent = true;
    outcomes.push({ results: { code: path }, passing: [] });
  }
  parentPort!.postMessage({ batch, outcomes, crashes: [], isSpent } satisfies ThreadAnswer);
});
