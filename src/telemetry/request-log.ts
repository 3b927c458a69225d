import { type DestinationStream, pino } from 'pino';
import type { Logger } from './logger.ts';

export interface AnsweredRequest {
  requestId: string;
  /** As HTTP allows it: letters and a few signs, nothing that JSON would have to escape. */
  method: string;
  /** The pattern of the route, never the address itself: that may hold what does not belong in a log. */
  route: string;
  status: number;
  durationMs: number;
  tenantId: string | undefined;
  keyId: string | undefined;
}

/**
 * The one line that every request leaves. It is put together by hand, since all its values are known to be plain: the general way
 * costs several times as much, and this one is on every path.
 */
export function createRequestLog(logger: Logger, now: () => number): (request: AnsweredRequest) => void {
  if (!logger.isLevelEnabled('info')) return () => {};
  const output = (logger as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym]!;
  let at = 0;
  let time = '';
  return ({ requestId, method, route, status, durationMs, tenantId, keyId }) => {
    const ms = now();
    // Made once a millisecond, however many requests fall into it.
    if (ms !== at) {
      at = ms;
      time = new Date(ms).toISOString();
    }
    const caller = tenantId === undefined ? '' : `,"tenantId":"${tenantId}","keyId":"${keyId}"`;
    output.write(
      `{"level":"info","time":"${time}","requestId":"${requestId}","method":"${method}","route":"${route}",` +
        `"status":${status},"durationMs":${Math.round(durationMs * 100) / 100}${caller},"msg":"request"}\n`,
    );
  };
}
