import type { Readable } from 'node:stream';

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');

/**
 * Reads rows from the binary format of COPY: each is a list of fields as bytes, undefined for NULL. A third of the work of reading the
 * same rows by a query, most of it for vectors, which need not be turned into text and back. Fields are valid until the next step.
 */
export async function* readBinaryCopy(stream: Readable): AsyncGenerator<Array<Buffer | undefined>[]> {
  let rest: Buffer = Buffer.alloc(0);
  let begun = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!begun) {
      const headerLength = bytes.length < 19 ? undefined : 19 + bytes.readInt32BE(15);
      if (headerLength === undefined || bytes.length < headerLength) {
        rest = bytes;
        continue;
      }
      if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error('This is no binary COPY.');
      bytes = bytes.subarray(headerLength);
      begun = true;
    }
    const { rows, used } = takeRows(bytes);
    rest = bytes.subarray(used);
    if (rows.length > 0) yield rows;
  }
}

/** All rows that are there as a whole. */
function takeRows(bytes: Buffer): { rows: Array<Buffer | undefined>[]; used: number } {
  const rows: Array<Buffer | undefined>[] = [];
  let used = 0;
  for (;;) {
    const row = takeRow(bytes, used);
    if (!row) return { rows, used };
    used = row.end;
    if (row.fields) rows.push(row.fields);
  }
}

function takeRow(
  bytes: Buffer,
  start: number,
): { fields?: Array<Buffer | undefined>; end: number } | undefined {
  if (start + 2 > bytes.length) return undefined;
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  if (count === -1) return { end: at };
  const fields: Array<Buffer | undefined> = [];
  for (let i = 0; i < count; i++) {
    if (at + 4 > bytes.length) return undefined;
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === -1) {
      fields.push(undefined);
      continue;
    }
    if (at + length > bytes.length) return undefined;
    fields.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { fields, end: at };
}
