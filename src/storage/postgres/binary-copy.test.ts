import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBinaryCopy } from './binary-copy.ts';

/** As Postgres writes it. */
function encode(rows: ReadonlyArray<ReadonlyArray<Uint8Array | undefined>>): Buffer {
  const parts: Buffer[] = [Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)];
  for (const row of rows) {
    const count = Buffer.alloc(2);
    count.writeInt16BE(row.length);
    parts.push(count);
    for (const field of row) {
      const length = Buffer.alloc(4);
      length.writeInt32BE(field ? field.length : -1);
      parts.push(length, Buffer.from(field ?? []));
    }
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xff])]);
}

test('rows come back whole, wherever the stream is cut', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined }), { maxLength: 5 })),
      fc.integer({ min: 1, max: 50 }),
      async (rows, size) => {
        const bytes = encode(rows);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        );
        const read: Array<Array<Uint8Array | undefined>> = [];
        for await (const page of readBinaryCopy(Readable.from(chunks)))
          for (const row of page) read.push(row.map((field) => field && new Uint8Array(field)));
        expect(read).toEqual(rows.map((row) => row.map((field) => field && new Uint8Array(field))));
      },
    ),
    { numRuns: 200 },
  ));

test('anything else is refused', async () => {
  const reading = Array.fromAsync(readBinaryCopy(Readable.from([Buffer.alloc(40)])));
  await expect(reading).rejects.toThrow('no binary COPY');
});

test('a row that comes in thousands of chunks costs about as much as thousands of small ones', async () => {
  const size = 8 * 1024;
  const total = 16 * 1024 * 1024;
  const cost = async (rows: Uint8Array[][]) => {
    const bytes = encode(rows);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const before = process.cpuUsage();
    let read = 0;
    for await (const page of readBinaryCopy(Readable.from(chunks)))
      for (const [field] of page) read += field!.length;
    expect(read).toBe(total);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const small = await cost(Array.from({ length: total / size }, () => [new Uint8Array(size)]));
  // Putting the held bytes together for each chunk would copy 16 GB.
  expect(await cost([[new Uint8Array(total)]])).toBeLessThan(10 * small + 200_000);
});
