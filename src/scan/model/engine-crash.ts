import type { EngineId } from './finding.ts';

/** A defect that a repository brought to light: enough to find it in our code, nothing of the repository's content. */
export interface EngineCrash {
  /** `scan`: no engine, but what reads the repository and runs the engines. */
  engine: EngineId | 'scan';
  /** While looking at one file, while joining what all files gave, or outside of both: then the whole scan failed. */
  step: 'file' | 'conclusion' | 'scan';
  /** Empty where no file is known. */
  path: string;
  /** Where a single rule was being evaluated. */
  rule?: string;
  /** The class of the error. Its message may quote the file and is omitted. */
  error: string;
  /** Where in our code, innermost first. */
  stack: string[];
}

/** What an error says about our code, without its message. */
export function describeCrash(thrown: unknown): Pick<EngineCrash, 'error' | 'stack'> {
  if (!(thrown instanceof Error)) return { error: typeof thrown, stack: [] };
  const { name, message, stack = '' } = thrown;
  // The message comes first and may hold anything, lines that look like frames among it.
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return { error: name, stack: framesIn(frames) };
}

function framesIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => /^ {4}at /.test(line));
  return lines.slice(0, 10).map((line) => line.trim().slice(3));
}

/** A crash that ended the whole scan. */
export function scanCrash(thrown: unknown): EngineCrash {
  return { engine: 'scan', step: 'scan', path: '', ...describeCrash(thrown) };
}

/** The same of a process that is gone: how it ended, and the frames that it wrote before. */
export function processCrash(end: string, stderr: string): EngineCrash {
  return {
    engine: 'scan',
    step: 'scan',
    path: '',
    error: `the process ended with ${end}`,
    stack: framesIn(stderr),
  };
}

/** The innermost place in our code without the folders of this installation, such as `calls.ts:120:14`. */
export function placeOfCrash({ stack }: Pick<EngineCrash, 'stack'>): string | undefined {
  const places = stack.map((frame) => /([^/\\()\s]+:\d+:\d+)\)?$/.exec(frame)?.[1]);
  return places.find((place) => place !== undefined);
}
