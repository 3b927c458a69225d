import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** One JSON line an event, with a constant `msg` and the variables as fields. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // A second net: nothing logs these on purpose.
      redact: { paths: ['*.authorization', '*.key', '*.secret', '*.password'], censor: '[redacted]' },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}
