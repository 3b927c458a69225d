import { readFileSync } from 'node:fs';

/** A request and its response as a test recorded them from a running service. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** The content type of a response that is not JSON in the envelope. */
  type?: string;
  response?: unknown;
}

/** By the name of the operation. */
export type Examples = Record<string, Example>;

/** Read from the installed package; `npm run docs` records them again. */
export function readRecordedExamples(): Examples {
  const file = new URL('../../../docs/reference/examples.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Examples;
}
