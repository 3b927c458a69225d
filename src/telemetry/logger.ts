import { type DestinationStream, type Logger, pino } from 'pino';
import { BufferedOutput } from './buffered-output.ts';

export type { Logger } from 'pino';

/** One JSON line an event, with a constant `msg` and the variables as fields. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? new BufferedOutput(2),
  );
}
