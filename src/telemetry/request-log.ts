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

/** What lines of one route mostly have in common. */
interface Line {
  method: string;
  status: number;
  keyId: string | undefined;
  /** From the id of the request to its duration. */
  middle: string;
}

/**
 * The one line that every request leaves. It is put together by hand, since all its values are known to be plain: the general way
 * costs several times as much, and this one is on every path. Of few long parts: a string of many short ones is dear to encode.
 */
export function createRequestLog(logger: Logger, now: () => number): (request: AnsweredRequest) => void {
  if (!logger.isLevelEnabled('info')) return () => {};
  const output = (logger as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym]!;
  const lines = new Map<string, Line>();
  let at: number | undefined;
  let head = '';
  return (request) => {
    const ms = now();
    // Made once a millisecond, however many requests fall into it.
    if (ms !== at) {
      at = ms;
      head = `{"level":"info","time":"${new Date(ms).toISOString()}","requestId":"`;
    }
    const { method, status, keyId, durationMs } = request;
    let line = lines.get(request.route);
    if (!line || line.method !== method || line.status !== status || line.keyId !== keyId) {
      line = { method, status, keyId, middle: middleOf(request) };
      lines.set(request.route, line);
    }
    output.write(`${head}${request.requestId}${line.middle}${hundredths(durationMs)},"msg":"request"}\n`);
  };
}

/** With two places, out of whole numbers: writing a fraction takes several times as long. */
function hundredths(ms: number): string {
  const whole = Math.round(ms * 100);
  const rest = whole % 100;
  return `${(whole - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}

function middleOf({ method, route, status, tenantId, keyId }: AnsweredRequest): string {
  const caller = tenantId === undefined ? '' : `,"tenantId":"${tenantId}","keyId":"${keyId}"`;
  return `","method":"${method}","route":"${route}","status":${status}${caller},"durationMs":`;
}
