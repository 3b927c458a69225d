import { expect, test } from 'vitest';
import { createIdMaker } from '../../../kernel/ids.ts';
import { EntryRecords } from './entry-records.ts';
import { canBePacked, packedIdBytes, packId, unpackId } from './packed-ids.ts';

test('an id comes back from its packed form, whatever lies around it', () => {
  let now = 0;
  const newId = createIdMaker({ now: () => now });
  const ids = ['mem_00000000000000000000000000', 'mem_ZZZZZZZZZZZZZZZZZZZZZZZZZZ'];
  for (; now < 2 ** 47; now = now * 3 + 1) ids.push(newId('mem'));
  for (const id of ids) {
    const bytes = new Uint8Array(packedIdBytes + 4).fill(255);
    expect(canBePacked(id)).toBe(true);
    packId(id, bytes, 2);
    expect(unpackId(bytes, 2)).toBe(id);
    expect([bytes[0], bytes[1], bytes.at(-2), bytes.at(-1)]).toEqual([255, 255, 255, 255]);
  }
});

test('records keep ids of any shape, external ids, metadata and marks apart, and nothing of those that were erased', () => {
  const records = new EntryRecords();
  const entries: Array<[id: string, externalId: string | undefined, metadata: string, marks: string]> = [
    ['mem_01M7JFYK5Z981ZEHB9REVF60GC', undefined, '{}', ''],
    // A letter that is no digit, one digit too few, another prefix, another script.
    ['mem_01M7JFYK5Z981ZEHB9REVF60GU', 'e', '{"a":1}', ''],
    ['mem_01M7JFYK5Z981ZEHB9REVF60G', '', `{"a":"${'x'.repeat(300)}"}`, '{"flags":["é"]}'],
    ['bat_01M7JFYK5Z981ZEHB9REVF60GC', 'ü'.repeat(70), '{}', ''],
    ['mem_01M7JFYK5Z981ZEHB9REVF60Gé', undefined, '{}', `{"source":"${'s'.repeat(20_000)}"}`],
    ['', undefined, '{}', ''],
  ];
  const check = (read: EntryRecords, slot: number, entry: (typeof entries)[number]) =>
    expect([read.id(slot), read.externalId(slot), read.metadata(slot), read.marks(slot)]).toEqual(entry);
  for (const entry of entries) records.append(...entry);
  for (const [slot, entry] of entries.entries()) check(records, slot, entry);
  const copies = new EntryRecords();
  for (const slot of entries.keys()) copies.copy(records, slot);
  const frozen = copies.freeze();
  const restored = new EntryRecords({ bytes: frozen.bytes.slice(), starts: frozen.starts.slice() });
  for (const [slot, entry] of entries.entries()) check(restored, slot, entry);
  restored.erase(2);
  check(restored, 2, ['', undefined, '', '']);
  check(restored, 1, entries[1]!);
  check(restored, 3, entries[3]!);
  expect(Buffer.from(restored.freeze().bytes).includes('xxxx')).toBe(false);
});
