/** The analysing process: one task on its standard input, progress and one outcome on its standard output. */
import { ScanFailure } from '../model/failure.ts';
import type { ScanOutcome, ScanProgress } from '../model/outcome.ts';
import { analyseRepository } from './analyse-repository.ts';
import type { ChildMessage, ChildTask } from './child-protocol.ts';

const minMsBetweenProgress = 100;

const task = JSON.parse(await readTask()) as ChildTask;
send({ outcome: await runTask(task) }, () => process.exit(0));

/** Reads the first line. When the input ends later, whoever wanted the result is gone, and so is the reason to go on. */
function readTask(): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (chunk: string) => {
      text += chunk;
      if (chunk.endsWith('\n')) resolve(text);
    });
    process.stdin.on('end', () => {
      try {
        process.kill(-process.pid, 'SIGKILL');
      } catch {
        process.exit(1);
      }
    });
  });
}

async function runTask(task: ChildTask): Promise<ScanOutcome> {
  try {
    return await analyseRepository(task, {
      onProgress: throttled(),
      onCrash: (crash) => send({ crash }),
    });
  } catch (error) {
    if (error instanceof ScanFailure) return error.toOutcome();
    // For the operator's log, by way of the parent; the caller gets the safe sentence.
    console.error(error);
    return { status: 'failed', errorCode: 'engine_failed', error: 'An engine failed on this repository.' };
  }
}

function throttled(): (progress: ScanProgress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < minMsBetweenProgress) return;
    last = now;
    send({ progress });
  };
}

function send(message: ChildMessage, done?: () => void): void {
  process.stdout.write(`${JSON.stringify(message)}\n`, done);
}
