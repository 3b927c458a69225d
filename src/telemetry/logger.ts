import { type DestinationStream, type Logger, pino } from 'pino';
import { BufferedOutput } from './buffered-output.ts';
import { ReadableOutput } from './readable-output.ts';

export type { Logger } from 'pino';

/** One JSON line per event, with a constant `msg` and the variables as fields. */
export function createLogger(level: string, destination: DestinationStream = new BufferedOutput(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}

/** The log of a process: for people on a terminal, JSON wherever a program reads it, or as the setting says. */
export function createProcessLogger(
  level: string,
  format: 'auto' | 'json' | 'text',
  { isTerminal, colour }: { isTerminal: boolean; colour: boolean },
): Logger {
  const output = new BufferedOutput(2);
  const forPeople = format === 'text' || (format === 'auto' && isTerminal);
  return createLogger(level, forPeople ? new ReadableOutput(output, isTerminal && colour) : output);
}
