import { ServiceError } from '../../kernel/errors.ts';
import type { ScanView } from '../../scan/service/scan-view.ts';
import type { Call } from '../route.ts';
import { respondSlowly } from '../slow-response.ts';

export interface WaitingOptions {
  /** Resolves when the scan is finished or `stop` fires. */
  wait(stop: AbortSignal): Promise<ScanView>;
  /** Whether the key was taken away meanwhile. */
  isWithdrawn(): Promise<boolean>;
  /** The longest wait; undefined for as long as the scan takes. */
  timeoutMs: number | undefined;
  /** After this the response begins, and a newline follows each time it passes again. */
  heartbeatMs: number;
}

/** Answers when the scan is finished, or when the wait has to end before that. */
export function answerWhenFinished(call: Call, options: WaitingOptions): Promise<unknown> {
  const { wait, isWithdrawn, timeoutMs, heartbeatMs } = options;
  const limits = [call.draining, call.gone];
  if (timeoutMs !== undefined) limits.push(AbortSignal.timeout(timeoutMs));
  const answer = wait(AbortSignal.any(limits)).then(async (view) => {
    if (await isWithdrawn()) throw new ServiceError('unauthenticated');
    return withoutResultUnlessFinished(view);
  });
  return respondSlowly(answer, { requestId: call.requestId, heartbeatMs, lateError: 'dropped' });
}

function withoutResultUnlessFinished(view: ScanView): ScanView & { waitTimedOut?: true } {
  if (view.status === 'completed' || view.status === 'failed') return view;
  return { ...view, waitTimedOut: true };
}
