import type { Readable } from 'node:stream';

/**
 * Cuts a byte stream at a separator. A record beyond `maxBytes` is given as undefined, so that one endless path cannot
 * take all memory and the next records are still read.
 */
export async function* splitRecords(
  stream: Readable,
  separator: number,
  maxBytes: number,
): AsyncGenerator<Buffer | undefined> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(separator); at !== -1; at = chunk.indexOf(separator, from)) {
      const last = chunk.subarray(from, at);
      from = at + 1;
      if (restBytes + last.length > maxBytes) yield undefined;
      else yield restBytes === 0 ? last : Buffer.concat([...rest, last]);
      rest = [];
      restBytes = 0;
    }
    if (from < chunk.length) {
      restBytes += chunk.length - from;
      if (restBytes <= maxBytes) rest.push(chunk.subarray(from));
      else rest = [];
    }
  }
  if (restBytes > 0) yield restBytes > maxBytes ? undefined : Buffer.concat(rest);
}
