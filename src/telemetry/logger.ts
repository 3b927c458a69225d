import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** One JSON line an event, with a constant `msg` and the variables as fields. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    { level, base: null, timestamp: createTimestamp(), formatters: { level: (label) => ({ level: label }) } },
    destination ?? bufferedOutput(),
  );
}

/** Not one system call a line: lines go out together, at the latest after a tenth of a second and when the process ends. */
function bufferedOutput(): DestinationStream {
  return pino.destination({ dest: 2, sync: false, minLength: 8_192, periodicFlush: 100 });
}

/** The time in ISO form, made once a millisecond however many lines fall into it. */
function createTimestamp(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
