import { Worker } from 'node:worker_threads';
import type { Projection, Rows } from './project.ts';

/** As `project`, on a thread of its own. The rows are handed over: nobody else may use them afterwards. */
export function projectOnThread(rows: Rows): Promise<Projection> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const thread = new Worker(new URL(`./projection-thread.${extension}`, import.meta.url), {
    workerData: rows,
    transferList: [rows.values.buffer as ArrayBuffer],
    // The parent's flags may belong to a test runner, whose loader a worker cannot use.
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The thread that draws a map ended with ${code}.`)));
  });
}
