import type { z } from 'zod';
import { ServiceError } from '../kernel/errors.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';
import { checker } from './validation.ts';

const maxLineBytes = 2 * 1024 * 1024;
const newline = 0x0a;
const byteOrderMark = [0xef, 0xbb, 0xbf];

export interface LineNumbers {
  /** Skip the lines before this one. */
  fromLine?: number;
  /** How many lines came before the first one, where this is only a part of a file. */
  linesBefore?: number;
}

/**
 * Reads newline-delimited JSON as it arrives, checking each line. Only one line is held at a time. Lines are counted from 1, blank
 * ones too, and an error names its line.
 */
export async function* readNdjson<Schema extends z.ZodType>(
  source: AsyncIterable<Uint8Array>,
  schema: Schema,
  { fromLine = 1, linesBefore = 0 }: LineNumbers = {},
): AsyncGenerator<{ line: number; value: z.output<Schema> }> {
  const check = checker(schema);
  let line = linesBefore;
  for await (const given of splitLines(source)) {
    line++;
    // Editors on Windows write one; the same file given to the command line has none when it gets here.
    const bytes =
      line === 1 && byteOrderMark.every((byte, i) => given[i] === byte) ? given.subarray(3) : given;
    if (line < fromLine || bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) continue;
    yield { line, value: parseLine(bytes, check, line) };
  }
}

function parseLine<Value>(bytes: Uint8Array, check: (input: unknown) => Value, line: number): Value {
  try {
    return check(parseStrictJson(bytes));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = error.message.replace('The request body', 'It').replace(' in the request body', '');
    const details = error.details?.map((detail) => ({ ...detail, path: `lines[${line}].${detail.path}` }));
    throw new ServiceError(error.code, `Line ${line}: ${message}`, details ? { details } : {});
  }
}

async function* splitLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const take = (part: Uint8Array): void => {
    size += part.length;
    if (size > maxLineBytes) {
      throw new ServiceError('payload_too_large', `A line has more than ${maxLineBytes} bytes.`);
    }
    parts.push(part);
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, end));
      yield parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      parts = [];
      size = 0;
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }
  if (size > 0) yield Buffer.concat(parts);
}
