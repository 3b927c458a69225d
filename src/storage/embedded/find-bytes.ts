import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Which files of a folder hold one of these texts, as raw bytes, wherever in the file. */
export async function findBytes(
  folder: string,
  texts: readonly string[],
): Promise<Array<{ file: string; text: string }>> {
  const wanted = texts.map((text) => ({ text, bytes: Buffer.from(text) }));
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: Array<{ file: string; text: string }> = [];
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    const held = await textsIn(path, wanted);
    found.push(...[...held].map((text) => ({ file: relative(folder, path), text })));
  }
  return found;
}

async function textsIn(
  path: string,
  wanted: ReadonlyArray<{ text: string; bytes: Buffer }>,
): Promise<Set<string>> {
  const longest = Math.max(1, ...wanted.map(({ bytes }) => bytes.length));
  const held = new Set<string>();
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    // A text may begin in one piece and end in the next.
    const window = Buffer.concat([tail, chunk]);
    for (const { text, bytes } of wanted) if (window.includes(bytes)) held.add(text);
    tail = window.subarray(Math.max(0, window.length - longest + 1));
  }
  return held;
}
