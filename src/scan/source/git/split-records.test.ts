import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRecords } from './split-records.ts';

async function split(chunks: Buffer[], maxBytes: number): Promise<Array<string | undefined>> {
  const records: Array<string | undefined> = [];
  for await (const record of splitRecords(Readable.from(chunks), 0x0a, maxBytes))
    records.push(record?.toString());
  return records;
}

test('records do not depend on where the stream is cut into chunks', async () => {
  const letters = fc.array(fc.constantFrom('a', 'b', '\n'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(letters, fc.array(fc.nat(40), { maxLength: 5 }), async (content, cuts) => {
      const text = content.join('');
      const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const chunks = places.slice(1).map((end, i) => Buffer.from(text.slice(places[i], end)));
      const expected = text.split('\n').map((record) => (record.length > 5 ? undefined : record));
      if (expected.at(-1) === '') expected.pop();
      expect(
        await split(
          chunks.filter((chunk) => chunk.length > 0),
          5,
        ),
      ).toEqual(expected);
    }),
  );
});

test('a last record without a separator counts, however short', async () => {
  expect(await split([Buffer.from('ab\nc')], 5)).toEqual(['ab', 'c']);
  expect(await split([Buffer.from('ab\n')], 5)).toEqual(['ab']);
});
