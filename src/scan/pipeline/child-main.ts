/** The analysing process: one task on its standard input, progress and one outcome on its standard output. */
import type { ScanProgress } from '../model/outcome.ts';
import type { ChildMessage, ChildTask } from './child-protocol.ts';
import { runTask } from './run-task.ts';

const minMsBetweenProgress = 100;

const task = JSON.parse(await readTask()) as ChildTask;
const outcome = await runTask(task, {
  onProgress: throttled(),
  onCrash: (crash) => send({ crash }),
});
send({ outcome }, () => process.exit(0));

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

function throttled(): (progress: ScanProgress) => void {
  let last = 0;
  let phase: ScanProgress['phase'] | undefined;
  return (progress) => {
    const now = performance.now();
    // Each phase is reported, however short it is.
    if (now - last < minMsBetweenProgress && progress.phase === phase) return;
    last = now;
    phase = progress.phase;
    send({ progress });
  };
}

function send(message: ChildMessage, done?: () => void): void {
  process.stdout.write(`${JSON.stringify(message)}\n`, done);
}
