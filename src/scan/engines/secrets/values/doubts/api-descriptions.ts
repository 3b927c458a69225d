import type { Doubt } from '../surroundings.ts';

/** The first key of a description is on one of the first lines; comments may stand above it. */
const maxHead = 2048;

/**
 * `openapi: 3.1.0` and `swagger: '2.0'` at the head of a file: what such a description holds of requests and answers are samples of them. Nothing runs with a value in it.
 */
export function doubtOfDescription(file: string): Doubt | undefined {
  return description.test(file.slice(0, maxHead))
    ? { limit: 'medium', reason: 'the file describes an API, and what it holds of its messages are samples' }
    : undefined;
}

const description = /^(?:\{\s{0,20})?["']?(?:openapi|swagger|asyncapi)["']?\s{0,4}:\s{0,4}["']?[1-3]\.\d/m;
