import { PassThrough } from 'node:stream';
import type { ScanView } from '../../scan/scan-view.ts';
import { succeedText } from '../envelope.ts';
import { type Call, RawAnswer } from '../route.ts';

export interface WaitingOptions {
  /** Resolves when the scan is finished or `stop` fires. */
  wait(stop: AbortSignal): Promise<ScanView>;
  /** The longest wait; undefined for as long as the scan takes. */
  timeoutMs: number | undefined;
  /** After this the answer begins, and a newline follows each time it passes again. */
  heartbeatMs: number;
}

/**
 * Answers when the scan is finished. A short wait is an ordinary answer; in a long one the answer begins early and newlines
 * keep proxies from closing the connection: JSON may begin with any number of them.
 */
export async function answerWhenFinished(call: Call, options: WaitingOptions): Promise<unknown> {
  const { wait, timeoutMs, heartbeatMs } = options;
  const limits = [call.draining, call.gone];
  if (timeoutMs !== undefined) limits.push(AbortSignal.timeout(timeoutMs));
  const answer = wait(AbortSignal.any(limits)).then(withoutResultUnlessFinished);

  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), heartbeatMs);
  });
  const first = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  return first === 'late' ? beginAnswer(call.requestId, answer, heartbeatMs) : first;
}

function beginAnswer(requestId: string, answer: Promise<unknown>, heartbeatMs: number): RawAnswer {
  const stream = new PassThrough();
  stream.write('\n');
  const heartbeat = setInterval(() => stream.write('\n'), heartbeatMs);
  stream.on('close', () => clearInterval(heartbeat));
  answer.then(
    (data) => stream.end(succeedText(data, requestId)),
    // The status line is gone, so that a dropped connection is the only honest way to say that the outcome is not known.
    (error: Error) => stream.destroy(error),
  );
  return new RawAnswer('application/json; charset=utf-8', stream, { 'X-Accel-Buffering': 'no' });
}

function withoutResultUnlessFinished(view: ScanView): ScanView & { waitTimedOut?: true } {
  if (view.status === 'completed' || view.status === 'failed') return view;
  return { ...view, waitTimedOut: true };
}
