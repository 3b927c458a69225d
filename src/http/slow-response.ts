import { PassThrough } from 'node:stream';
import { ServiceError } from '../kernel/errors.ts';
import { failText, succeedText } from './envelope.ts';
import { RawResponse } from './route.ts';

export interface SlowResponse {
  requestId: string;
  /** After this the response begins, and a newline follows each time it passes again. */
  heartbeatMs: number;
  /** What becomes of an error once the response has begun; the status line, which could have told of it, is gone. */
  lateError: 'told' | 'dropped';
}

/**
 * Answers work that may take long. If it is done soon, that is an ordinary response. If not, the response begins, and newlines (with which
 * JSON may begin) keep the connection open until the envelope follows. Its `success` tells the outcome; the status was sent before
 * anyone could know. Where an outcome must not be guessed at, a dropped connection is the only honest way to say that it is not known.
 */
export async function respondSlowly(work: Promise<unknown>, options: SlowResponse): Promise<unknown> {
  const { requestId, heartbeatMs, lateError } = options;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), heartbeatMs);
  });
  const first = await Promise.race([work, late]).finally(() => clearTimeout(timer));
  if (first !== 'late') return first;

  const stream = new PassThrough();
  stream.write('\n');
  const heartbeat = setInterval(() => stream.write('\n'), heartbeatMs);
  stream.on('close', () => clearInterval(heartbeat));
  work.then(
    (data) => stream.end(succeedText(data, requestId)),
    (error: Error) => {
      if (lateError === 'told' && error instanceof ServiceError) {
        stream.end(failText(error, requestId));
      } else stream.destroy(error);
    },
  );
  return new RawResponse('application/json; charset=utf-8', stream, { 'X-Accel-Buffering': 'no' });
}
